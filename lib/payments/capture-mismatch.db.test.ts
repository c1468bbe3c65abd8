import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { AMOUNT_MISMATCH } from '@/lib/payments/capture-mismatch'
import { nextCheckAfter } from '@/lib/payments/check-schedule'
import { erasePaymentTexts } from '@/lib/payments/erase-payments.store'
import { getPayment } from '@/lib/payments/list-payments'
import { handlePaymentWebhook } from '@/lib/payments/payment-webhook'
import { reconcilePayments } from '@/lib/payments/payment.jobs'
import { countWaiting } from '@/lib/payments/payment.store'
import type { WebhookMessage } from '@/lib/payments/providers/payment-provider'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import { twenty } from '@/tests/kit/at-once'
import { chargeOf, makePayment, messageOf, usePaymentStage } from '@/tests/kit/payment-stages'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const stage = usePaymentStage('stripe')
const error = vi.spyOn(logger(), 'error')
let owner: SessionPrincipal
beforeAll(async () => {
  await syncCatalog(new Date())
})
beforeEach(async () => {
  owner = await holderOf('payments:charge')
  await db().payment.updateMany({ data: { nextCheckAt: new Date('2100-01-01') } })
  error.mockReset().mockReturnValue(undefined)
})
afterEach(() => {
  stage.stripe().state.mode = 'ok'
})

const HOUR = 3600
const rowOf = (id: string) => db().payment.findUniqueOrThrow({ where: { id } })
const intentOf = (id: string) => stage.stripe().intentOf(id)[0]!
/** How many the status badge counts. */
const waiting = () => countWaiting(db(), addSeconds(new Date(), 60))
const questions = () => stage.stripe().state.requests.length

/** A payment that the customer confirmed, for which Stripe captured another amount. */
async function captured(amountReceived: number, token: 'challenge' | 'frictionless' = 'challenge') {
  const { id } = await makePayment(owner, chargeOf(5000, stage.tokens[token]), ctx())
  await stage.customer(id, 'passed')
  intentOf(id).amount_received = amountReceived
  return id
}

async function checkAt(id: string, seconds: number): Promise<Date> {
  const at = addSeconds((await rowOf(id)).createdAt, seconds)
  await reconcilePayments.run(at)
  return at
}

/** The operator refunds at Stripe. Returns the event of it. */
function refundAtStripe(id: string, amount: number, status = 'succeeded') {
  const intent = intentOf(id)
  const made = {
    id: `re_${newId()}`,
    object: 'refund' as const,
    status,
    amount,
    currency: 'eur',
    payment_intent: intent.id,
    metadata: {},
  }
  stage.stripe().refunds.set(made.id, made)
  return eventOf(made, 'refund.created')
}

function eventOf(refund: { id: string }, type: string) {
  const { body, signature } = stage.stripe().webhook(type, refund)
  return messageOf(body, 'stripe', signature)
}

const lastRefund = () => [...stage.stripe().refunds.values()].at(-1)!

/** The events of a refund that failed; Stripe sends both. */
function failuresOf(refund: { id: string }) {
  Object.assign(refund, { status: 'failed' })
  return [eventOf(refund, 'refund.updated'), eventOf(refund, 'refund.failed')]
}

async function accept(...messages: WebhookMessage[]): Promise<void> {
  for (const message of messages)
    expect(await handlePaymentWebhook('stripe', message, ctx())).toEqual({ ok: true })
}

it('a wrong amount is logged once, shown, and checked ever more rarely', async () => {
  const before = await waiting()
  const id = await captured(4999)
  for (const seconds of [10, HOUR / 2, 3 * HOUR]) {
    const at = await checkAt(id, seconds)
    const row = await rowOf(id)
    expect(row.nextCheckAt).toEqual(nextCheckAfter(row.createdAt, at))
  }
  expect(await rowOf(id)).toMatchObject({
    status: 'requires_action',
    capturedAmount: 0n,
    failureCode: AMOUNT_MISMATCH,
    redirectUrl: null,
  })
  expect(error).toHaveBeenCalledOnce()
  expect(await waiting()).toBe(before + 1)
  const asked = questions()
  expect(await getPayment(owner, id, ctx())).toMatchObject({
    payment: { status: 'requires_action', failure_code: AMOUNT_MISMATCH, next_action: null },
  })
  expect(questions()).toBe(asked)
})

it('a payment that stays unconfirmed is checked ever more rarely', async () => {
  const { id } = await makePayment(owner, chargeOf(5000, stage.tokens.challenge), ctx())
  const at = await checkAt(id, HOUR / 2)
  expect((await rowOf(id)).nextCheckAt).toEqual(addSeconds(at, 300))
})

it.each([4999, 5001])('%i captured of 5000 fail after a full refund at Stripe', async (amount) => {
  const before = await waiting()
  const id = await captured(amount)
  await checkAt(id, 10)
  const part = refundAtStripe(id, amount - 1)
  expect(await handlePaymentWebhook('stripe', part, ctx())).toEqual({ ok: true })
  expect(await rowOf(id)).toMatchObject({ status: 'requires_action', refundedAmount: 0n })
  const rest = refundAtStripe(id, 1)
  expect(await handlePaymentWebhook('stripe', rest, ctx())).toEqual({ ok: true })
  expect(await rowOf(id)).toMatchObject({
    status: 'failed',
    failureCode: AMOUNT_MISMATCH,
    capturedAmount: 0n,
    nextCheckAt: null,
  })
  expect(await handlePaymentWebhook('stripe', await stage.webhook(id), ctx())).toEqual({ ok: true })
  expect(await rowOf(id)).toMatchObject({ status: 'failed' })
  expect(error).toHaveBeenCalledOnce()
  expect(await waiting()).toBe(before)
})

it('a wrong amount that a webhook reports first is asked about, shown, and logged once', async () => {
  const id = await captured(4999)
  expect(await handlePaymentWebhook('stripe', await stage.webhook(id), ctx())).toEqual({ ok: true })
  expect(await rowOf(id)).toMatchObject({
    status: 'requires_action',
    capturedAmount: 0n,
    failureCode: AMOUNT_MISMATCH,
  })
  await checkAt(id, HOUR)
  expect(error).toHaveBeenCalledOnce()
})

it('one that was refunded before any check is logged, too', async () => {
  const id = await captured(4999)
  expect(await handlePaymentWebhook('stripe', refundAtStripe(id, 4999), ctx())).toEqual({
    ok: true,
  })
  expect(await rowOf(id)).toMatchObject({ status: 'failed', failureCode: AMOUNT_MISMATCH })
  expect(error).toHaveBeenCalledOnce()
})

it('one that was refunded in more parts than Stripe lists at once fails', async () => {
  const id = await captured(4999)
  for (let i = 0; i < 100; i++) refundAtStripe(id, 49)
  await checkAt(id, 10)
  expect(await rowOf(id)).toMatchObject({ status: 'requires_action' })
  refundAtStripe(id, 99)
  await checkAt(id, HOUR)
  expect(await rowOf(id)).toMatchObject({ status: 'failed', failureCode: AMOUNT_MISMATCH })
})

it('a refund of a wrong amount that the bank returns later is logged once', async () => {
  const id = await captured(4999)
  await accept(refundAtStripe(id, 4000), refundAtStripe(id, 999))
  const before = await rowOf(id)
  error.mockClear()
  const returned = lastRefund()
  const messages = failuresOf(returned)
  await twenty(async (n) => accept(messages[n % 2]!))
  expect(error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      payment_id: id,
      reference: returned.id,
      captured: 4999,
      refunded: 4000,
    }),
    expect.stringContaining('pay the customer the rest another way'),
  )
  expect(await rowOf(id)).toEqual(before)
})

it('one that failed before another one succeeded is not logged', async () => {
  const id = await captured(4999)
  refundAtStripe(id, 4999, 'failed')
  const failed = lastRefund()
  await accept(refundAtStripe(id, 4999))
  expect(await rowOf(id)).toMatchObject({ status: 'failed', failureCode: AMOUNT_MISMATCH })
  error.mockClear()
  await accept(...failuresOf(failed))
  expect(error).not.toHaveBeenCalled()
})

it('one that the bank returns is logged although Stripe has no answer at first, or no longer one', async () => {
  const id = await captured(4999)
  await accept(refundAtStripe(id, 4999))
  error.mockClear()
  const messages = failuresOf(lastRefund())
  stage.stripe().state.mode = 'down'
  await expect(handlePaymentWebhook('stripe', messages[0]!, ctx())).rejects.toMatchObject({
    refusal: { code: 'unavailable' },
  })
  expect(error).not.toHaveBeenCalled()
  stage.stripe().state.mode = 'another account'
  await accept(messages[0]!)
  stage.stripe().state.mode = 'ok'
  await accept(...messages)
  expect(error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ payment_id: id, captured: null, refunded: null }),
    expect.stringContaining('check at the provider'),
  )
})

it('the reconciler finds the refund if no webhook reports it', async () => {
  const id = await captured(1)
  await checkAt(id, 10)
  refundAtStripe(id, 1)
  await checkAt(id, 3 * HOUR)
  expect(await rowOf(id)).toMatchObject({ status: 'failed', failureCode: AMOUNT_MISMATCH })
})

it('a wrong amount does not hold up the erasure of its owner, and keeps nothing of the customer', async () => {
  const id = await captured(4999)
  expect(await erasePaymentTexts(db(), owner.userId)).toBe(1)
  await checkAt(id, 10)
  expect(await erasePaymentTexts(db(), owner.userId)).toBe(0)
  expect(await rowOf(id)).toMatchObject({
    status: 'requires_action',
    returnUrl: '',
    redirectUrl: null,
    paymentMethodToken: null,
  })
})

it('a wrong amount found again after the answer was lost keeps its reference, not its token', async () => {
  stage.stripe().state.mode = 'silent'
  const id = await captured(1, 'frictionless')
  stage.stripe().state.mode = 'ok'
  expect(await rowOf(id)).toMatchObject({ status: 'processing', providerReference: null })
  await checkAt(id, 30)
  expect(await rowOf(id)).toMatchObject({
    status: 'processing',
    providerReference: intentOf(id).id,
    paymentMethodToken: null,
    failureCode: AMOUNT_MISMATCH,
  })
})
