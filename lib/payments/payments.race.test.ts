import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { createPayment } from '@/lib/payments/create-payment'
import { getPayment } from '@/lib/payments/list-payments'
import { handlePaymentWebhook } from '@/lib/payments/payment-webhook'
import { reconcilePayments } from '@/lib/payments/payment.jobs'
import { refundPayment } from '@/lib/payments/refund-payment'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import { twenty } from '@/tests/kit/at-once'
import {
  chargeOf,
  makePayment,
  PAYMENT_PROVIDERS,
  usePaymentStage,
} from '@/tests/kit/payment-stages'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

describe.each(PAYMENT_PROVIDERS)('concurrent requests with %s', (name) => {
  const stage = usePaymentStage(name)
  let owner: SessionPrincipal
  beforeAll(async () => {
    await syncCatalog(new Date())
    owner = await holderOf('payments:charge')
  })
  beforeEach(async () => {
    await db().payment.updateMany({ data: { nextCheckAt: new Date('2100-01-01') } })
  })

  const input = (token: keyof typeof stage.tokens = 'frictionless') =>
    chargeOf(1000, stage.tokens[token])
  async function paid(token?: keyof typeof stage.tokens): Promise<string> {
    return (await makePayment(owner, input(token), ctx())).id
  }
  const rowOf = (id: string) => db().payment.findUniqueOrThrow({ where: { id } })

  it('create one payment, one capture and one record from twenty charges with one key', async () => {
    const asked = input()
    const before = await db().payment.count()
    const results = await twenty(() => createPayment(owner, asked, ctx()))
    const ids = new Set(results.map((result) => (result.ok ? result.payment.id : result.code)))
    expect(ids.size).toBe(1)
    const [id] = [...ids] as [string]
    expect((await db().payment.count()) - before).toBe(1)
    expect(await stage.captures(id)).toBe(1)
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', capturedAmount: 1000n })
    expect(
      await db().auditRecord.count({ where: { targetId: id, action: 'payment.created' } }),
    ).toBe(1)
  })

  it('create one payment from twenty different charges with one key', async () => {
    const asked = input()
    const results = await twenty((n) => createPayment(owner, { ...asked, amount: 1000 + n }, ctx()))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    for (const result of results) if (!result.ok) expect(result.code).toBe('idempotency_conflict')
  })

  it('for partial refunds never exceed what was captured', async () => {
    const id = await paid()
    const keys = Array.from({ length: 20 }, () => newId())
    const results = await twenty((n) =>
      refundPayment(owner, { paymentId: id, amount: 55, idempotencyKey: keys[n]! }, ctx()),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(18)
    for (const result of results) if (!result.ok) expect(result.code).toBe('refund_too_large')
    expect(await rowOf(id)).toMatchObject({
      status: 'partially_refunded',
      refundedAmount: 990n,
      refundingAmount: 0n,
    })
    expect(await stage.refunded(id)).toBe(990)
  })

  it('create one refund from twenty refunds with one key', async () => {
    const id = await paid()
    const idempotencyKey = newId()
    const results = await twenty(() =>
      refundPayment(owner, { paymentId: id, amount: 100, idempotencyKey }, ctx()),
    )
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(await stage.refunded(id)).toBe(100)
    expect(await db().paymentRefund.count({ where: { paymentId: id } })).toBe(1)
    expect(await rowOf(id)).toMatchObject({ refundedAmount: 100n, refundingAmount: 0n })
  })

  it('settle a payment once by webhooks, returns and reconcilers', async () => {
    const id = await paid('challenge')
    await stage.customer(id, 'passed')
    await db().payment.update({ where: { id }, data: { nextCheckAt: new Date(0) } })
    const message = await stage.webhook(id)
    await twenty(async (n) => {
      if (n % 3 === 0)
        expect(await handlePaymentWebhook(name, message, ctx())).toEqual({ ok: true })
      else if (n % 3 === 1) await getPayment(owner, id, ctx())
      else await reconcilePayments.run(addSeconds(new Date(), 1))
    })
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', capturedAmount: 1000n })
    const events = await db().paymentEvent.findMany({
      where: { paymentId: id },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ status }) => status)).toEqual([
      'processing',
      'requires_action',
      'succeeded',
    ])
    expect(await db().auditRecord.count({ where: { targetId: id } })).toBe(3)
    expect(await db().paymentWebhookEvent.count({ where: { paymentId: id } })).toBe(1)
  })
})
