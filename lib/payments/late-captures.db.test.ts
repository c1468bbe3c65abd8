import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { getPayment } from '@/lib/payments/list-payments'
import { handlePaymentWebhook } from '@/lib/payments/payment-webhook'
import { reconcilePayments } from '@/lib/payments/payment.jobs'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import {
  chargeOf,
  makePayment,
  type PaymentStage,
  usePaymentStage,
} from '@/tests/kit/payment-stages'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

describe('a failed payment that is still open at Stripe', () => {
  const stage = usePaymentStage('stripe')
  let owner: SessionPrincipal
  beforeAll(async () => {
    await syncCatalog(new Date())
    owner = await holderOf('payments:charge')
  })
  beforeEach(async () => {
    await db().payment.updateMany({ data: { nextCheckAt: new Date('2100-01-01') } })
  })

  async function charge(token: keyof PaymentStage['tokens']) {
    const { id } = await makePayment(owner, chargeOf(1050, stage.tokens[token]), ctx())
    return id
  }
  const rowOf = (id: string) => db().payment.findUniqueOrThrow({ where: { id } })
  const intentOf = (id: string) => stage.stripe().intentOf(id)[0]!
  const tell = async (id: string) =>
    expect(await handlePaymentWebhook('stripe', await stage.webhook(id), ctx())).toEqual({
      ok: true,
    })

  it.each<[string, keyof PaymentStage['tokens'], (id: string) => Promise<unknown>]>([
    ['declined at once', 'decline', async () => {}],
    [
      'timed out, found by the reconciler',
      'timeout',
      () => reconcilePayments.run(addSeconds(new Date(), 60)),
    ],
    ['challenge failed, told by webhook', 'challenge', tell],
    ['challenge failed, found on return', 'challenge', (id) => getPayment(owner, id, ctx())],
  ])('cannot be paid with another card: %s', async (_, token, learn) => {
    const id = await charge(token)
    await stage.customer(id, 'failed')
    await learn(id)
    const row = await rowOf(id)
    expect(row).toMatchObject({ status: 'failed', providerReference: intentOf(id).id })
    expect(row.failureCode).toMatch(
      token === 'decline' ? 'insufficient_funds' : 'authentication_failure',
    )
    expect(stage.stripe().payAgain(id)).toBe(false)
    expect(intentOf(id)).toMatchObject({ status: 'canceled', amount_received: 0 })
    await tell(id)
    expect(await rowOf(id)).toEqual(row)
  })

  it('has succeeded if the customer paid with another card before it could be canceled', async () => {
    const id = await charge('challenge')
    await stage.customer(id, 'failed')
    const failed = await stage.webhook(id)
    expect(stage.stripe().payAgain(id)).toBe(true)
    expect(await handlePaymentWebhook('stripe', failed, ctx())).toEqual({ ok: true })
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', capturedAmount: 1050n })
  })

  it('stays undecided while it cannot be canceled', async () => {
    const id = await charge('challenge')
    await stage.customer(id, 'failed')
    const failed = await stage.webhook(id)
    stage.stripe().state.mode = 'down'
    expect(await handlePaymentWebhook('stripe', failed, ctx())).toEqual({ ok: true })
    stage.stripe().state.mode = 'ok'
    expect(await rowOf(id)).toMatchObject({ status: 'requires_action', failureCode: null })
    await reconcilePayments.run(addSeconds(new Date(), 60))
    expect(await rowOf(id)).toMatchObject({ status: 'failed' })
    expect(intentOf(id).status).toBe('canceled')
  })

  it('logs an error if it is captured anyway', async () => {
    const id = await charge('decline')
    Object.assign(intentOf(id), { status: 'succeeded', amount_received: 1050 })
    const error = vi.spyOn(logger(), 'error').mockReturnValue(undefined)
    await tell(id)
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ payment_id: id, reference: intentOf(id).id }),
      expect.stringContaining('captured'),
    )
    error.mockRestore()
    expect(await rowOf(id)).toMatchObject({ status: 'failed', capturedAmount: 0n })
  })
})
