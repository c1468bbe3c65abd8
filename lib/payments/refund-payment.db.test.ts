import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { getPayment } from '@/lib/payments/list-payments'
import { handlePaymentWebhook } from '@/lib/payments/payment-webhook'
import { reconcilePayments } from '@/lib/payments/payment.jobs'
import { refundPayment } from '@/lib/payments/refund-payment'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import {
  chargeOf,
  makePayment,
  messageOf,
  PAYMENT_PROVIDERS,
  usePaymentStage,
} from '@/tests/kit/payment-stages'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const OK = { ok: true }

describe.each(PAYMENT_PROVIDERS)('a refund with %s', (name) => {
  const stage = usePaymentStage(name)
  let owner: SessionPrincipal
  beforeAll(async () => {
    await syncCatalog(new Date())
    owner = await holderOf('payments:charge')
  })
  beforeEach(() => {
    if (name === 'stripe') stage.stripe().state.mode = 'ok'
  })

  async function paid(token: keyof typeof stage.tokens = 'frictionless') {
    return makePayment(owner, chargeOf(1000, stage.tokens[token]), ctx())
  }
  const refund = (
    paymentId: string,
    amount?: number,
    idempotencyKey: string | null = newId(),
    by = owner,
  ) => refundPayment(by, { paymentId, amount, idempotencyKey }, ctx())
  const rowOf = (id: string) => db().payment.findUniqueOrThrow({ where: { id } })

  it('can be made in parts until nothing is left', async () => {
    const { id } = await paid()
    expect(await refund(id, 400)).toMatchObject({
      payment: {
        status: 'partially_refunded',
        refunded_amount: 400,
        refunds: [{ status: 'succeeded' }],
      },
    })
    expect(await refund(id, 601)).toEqual({ ok: false, code: 'refund_too_large' })
    expect(await refund(id, 100)).toMatchObject({ payment: { refunded_amount: 500 } })
    expect(await refund(id)).toMatchObject({
      payment: { status: 'refunded', refunded_amount: 1000 },
    })
    expect(await refund(id)).toEqual({ ok: false, code: 'refund_too_large' })
    expect(await refund(id, 1)).toEqual({ ok: false, code: 'refund_too_large' })
    expect(await stage.refunded(id)).toBe(1000)
    const shown = await getPayment(owner, id, ctx())
    expect(shown.ok && shown.payment.events.map(({ status }) => status)).toEqual([
      'processing',
      'succeeded',
      'partially_refunded',
      'partially_refunded',
      'refunded',
    ])
    const actions = await db().auditRecord.findMany({
      where: { targetId: id, action: 'payment.refunded' },
    })
    expect(actions).toHaveLength(3)
  })

  it('is made once per key, and another amount with the key is a conflict', async () => {
    const { id } = await paid()
    const key = newId()
    const first = await refund(id, 300, key)
    expect(await refund(id, 300, key)).toEqual(first)
    expect(await refund(id, 301, key)).toEqual({ ok: false, code: 'idempotency_conflict' })
    expect(await refund((await paid()).id, 300, key)).toEqual({
      ok: false,
      code: 'idempotency_conflict',
    })
    expect(await stage.refunded(id)).toBe(300)
    expect(await refund(id, 300, null)).toEqual({ ok: false, code: 'idempotency_key_required' })
  })

  it.each(['challenge', 'decline'] as const)(
    'is refused if nothing was captured: %s',
    async (token) => {
      const { id } = await paid(token)
      expect(await refund(id)).toMatchObject({ ok: false, code: 'conflict' })
      expect(await db().paymentRefund.count({ where: { paymentId: id } })).toBe(0)
    },
  )

  it('of another user’s payment requires payments:list', async () => {
    const { id } = await paid()
    const stranger = await holderOf('payments:charge')
    expect(await refund(id, 1, newId(), stranger)).toEqual({ ok: false, code: 'not_found' })
    expect(await refund('x', 1, newId(), stranger)).toEqual({ ok: false, code: 'not_found' })
    const both = await holderOf('payments:charge', 'payments:list')
    expect(await refund(id, 1, newId(), both)).toMatchObject({ ok: true })
  })

  if (name === 'stripe') {
    it('stays reserved when its answer is lost, and a retry settles it once', async () => {
      const { id } = await paid()
      stage.stripe().state.mode = 'silent'
      expect(await refund(id, 700)).toMatchObject({
        payment: {
          status: 'succeeded',
          refunded_amount: 0,
          refunds: [{ status: 'pending', amount: 700 }],
        },
      })
      expect(await rowOf(id)).toMatchObject({ refundingAmount: 700n, refundedAmount: 0n })
      expect(await refund(id, 301)).toEqual({ ok: false, code: 'refund_too_large' })
      stage.stripe().state.mode = 'ok'
      await reconcilePayments.run(addSeconds(new Date(), 30))
      expect(await rowOf(id)).toMatchObject({
        status: 'partially_refunded',
        refundingAmount: 0n,
        refundedAmount: 700n,
      })
      expect(await stage.refunded(id)).toBe(700)
    })

    it('releases its amount when the provider refuses it', async () => {
      const { id } = await paid()
      stage.stripe().intentOf(id)[0]!.refunded = 1000
      const key = newId()
      expect(await refund(id, 500, key)).toMatchObject({ ok: false, code: 'conflict' })
      // A retry after the first answer was lost must not succeed either.
      expect(await refund(id, 500, key)).toMatchObject({ ok: false, code: 'conflict' })
      expect(await rowOf(id)).toMatchObject({
        status: 'succeeded',
        refundingAmount: 0n,
        refundedAmount: 0n,
      })
      expect(await db().paymentRefund.findFirst({ where: { paymentId: id } })).toMatchObject({
        status: 'failed',
        failureCode: 'charge_already_refunded',
      })
    })

    it('stays reserved if its key belongs to another request at the provider, because its money may have moved', async () => {
      const { id } = await paid()
      stage.stripe().state.mode = 'silent'
      await refund(id, 600)
      stage.stripe().state.mode = 'ok'
      // Simulates a newer version of this service that words the request differently.
      await db().paymentRefund.updateMany({ where: { paymentId: id }, data: { amount: 599 } })
      await reconcilePayments.run(addSeconds(new Date(), 30))
      expect(await db().paymentRefund.findFirst({ where: { paymentId: id } })).toMatchObject({
        status: 'pending',
      })
      expect(await rowOf(id)).toMatchObject({ refundingAmount: 600n, refundedAmount: 0n })
    })

    it('made in Stripe’s dashboard is counted even if its event arrives before the charge', async () => {
      const { id } = await paid('challenge')
      stage.stripe().complete(id, 'passed')
      const { id: payment_intent } = stage.stripe().intentOf(id)[0]!
      const foreign = {
        id: 're_early',
        object: 'refund',
        status: 'succeeded',
        amount: 400,
        currency: 'eur',
      }
      const object = { ...foreign, payment_intent, metadata: {} }
      const { body, signature } = stage.stripe().webhook('refund.created', object)
      const message = messageOf(body, 'stripe', signature)
      expect(await handlePaymentWebhook('stripe', message, ctx())).toEqual({ ok: true })
      expect(await rowOf(id)).toMatchObject({ status: 'partially_refunded', refundedAmount: 400n })
    })

    it('made in Stripe’s dashboard is counted even if we never got the answer to the charge', async () => {
      stage.stripe().state.mode = 'silent'
      const { id } = await paid()
      stage.stripe().state.mode = 'ok'
      expect(await rowOf(id)).toMatchObject({ status: 'processing', providerReference: null })
      const { id: payment_intent } = stage.stripe().intentOf(id)[0]!
      const foreign = { id: 're_unknown', object: 'refund', amount: 400, currency: 'eur' }
      const object = { ...foreign, status: 'succeeded', payment_intent, metadata: {} }
      const { body, signature } = stage.stripe().webhook('refund.created', object)
      const receive = () =>
        handlePaymentWebhook('stripe', messageOf(body, 'stripe', signature), ctx())
      await expect(receive()).rejects.toMatchObject({ refusal: { code: 'unavailable' } })
      expect(await handlePaymentWebhook('stripe', await stage.webhook(id), ctx())).toEqual(OK)
      expect(await receive()).toEqual(OK)
      expect(await rowOf(id)).toMatchObject({ status: 'partially_refunded', refundedAmount: 400n })
      const stranger = { ...object, id: 're_stranger', payment_intent: 'pi_stranger' }
      const other = stage.stripe().webhook('refund.created', stranger)
      const message = messageOf(other.body, 'stripe', other.signature)
      expect(await handlePaymentWebhook('stripe', message, ctx())).toEqual(OK)
    })

    it('reported by webhook is counted once, whether it is ours before its answer or from Stripe’s dashboard', async () => {
      const { id } = await paid()
      const receive = async (object: object) => {
        const { body, signature } = stage.stripe().webhook('refund.updated', object)
        const message = messageOf(body, 'stripe', signature)
        expect(await handlePaymentWebhook('stripe', message, ctx())).toEqual({ ok: true })
      }
      stage.stripe().state.mode = 'silent'
      await refund(id, 200)
      const [own] = [...stage.stripe().refunds.values()].slice(-1)
      await receive(own!)
      await receive(own!)
      stage.stripe().state.mode = 'ok'
      await reconcilePayments.run(addSeconds(new Date(), 30))
      expect(await rowOf(id)).toMatchObject({ refundedAmount: 200n, refundingAmount: 0n })
      const foreign = { ...own!, id: 're_foreign', metadata: {}, amount: 300 }
      await receive(foreign)
      await receive(foreign)
      await receive({ ...foreign, id: 're_too_large', amount: 900 })
      await receive({ ...foreign, id: 're_other_currency', currency: 'usd', amount: 1 })
      expect(await rowOf(id)).toMatchObject({ status: 'partially_refunded', refundedAmount: 500n })
    })

    it('made in Stripe’s dashboard is counted even if its event arrives while ours is pending', async () => {
      const { id } = await paid()
      stage.stripe().state.mode = 'down'
      await refund(id)
      stage.stripe().state.mode = 'ok'
      const intent = stage.stripe().intentOf(id)[0]!
      intent.refunded = 400
      const foreign = { id: 're_meanwhile', object: 'refund', amount: 400, currency: 'eur' }
      const object = { ...foreign, status: 'succeeded', payment_intent: intent.id, metadata: {} }
      const { body, signature } = stage.stripe().webhook('refund.created', object)
      const receive = () =>
        handlePaymentWebhook('stripe', messageOf(body, 'stripe', signature), ctx())
      await expect(receive()).rejects.toMatchObject({ refusal: { code: 'unavailable' } })
      // Stripe refuses ours, which is too large by now.
      const error = vi.spyOn(logger(), 'error').mockReturnValue(undefined)
      for (const hours of [1, 24]) await reconcilePayments.run(addSeconds(new Date(), hours * 3600))
      error.mockRestore()
      expect(await receive()).toEqual(OK)
      expect(await rowOf(id)).toMatchObject({ status: 'partially_refunded', refundedAmount: 400n })
    })

    it('that fails after it succeeded is audited and logged once, although two events say so', async () => {
      const { id } = await paid()
      await refund(id, 200)
      const made = [...stage.stripe().refunds.values()].at(-1)!
      const failed = { ...made, status: 'failed', failure_reason: 'lost_or_stolen_card' }
      const error = vi.spyOn(logger(), 'error').mockReturnValue(undefined)
      for (const type of ['refund.failed', 'refund.updated']) {
        const { body, signature } = stage.stripe().webhook(type, failed)
        const message = messageOf(body, 'stripe', signature)
        for (let i = 0; i < 2; i++)
          expect(await handlePaymentWebhook('stripe', message, ctx())).toEqual(OK)
      }
      expect(error).toHaveBeenCalledTimes(1)
      error.mockRestore()
      const where = { targetId: id, action: 'payment.refund_failed' }
      expect(await db().auditRecord.findMany({ where })).toMatchObject([
        { details: { amount: 200, reason: 'lost_or_stolen_card' } },
      ])
    })

    it('that takes time at the provider is pending until the result arrives', async () => {
      const { id } = await paid()
      stage.stripe().state.mode = 'pending refunds'
      expect(await refund(id)).toMatchObject({ payment: { refunds: [{ status: 'pending' }] } })
      const made = [...stage.stripe().refunds.values()].at(-1)!
      made.status = 'succeeded'
      await reconcilePayments.run(addSeconds(new Date(), 30))
      expect(await rowOf(id)).toMatchObject({ status: 'refunded', refundedAmount: 1000n })
    })
  }
})
