import { beforeAll, describe, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { AMOUNT_MISMATCH } from '@/lib/payments/capture-mismatch'
import { getPayment } from '@/lib/payments/list-payments'
import { handlePaymentWebhook } from '@/lib/payments/payment-webhook'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import { chargeOf, makePayment, usePaymentStage } from '@/tests/kit/payment-stages'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

describe('a report that differs from what was requested', () => {
  const stage = usePaymentStage('stripe')
  let owner: SessionPrincipal
  beforeAll(async () => {
    await syncCatalog(new Date())
    owner = await holderOf('payments:charge')
  })

  const stored = async (id: string) => ({
    row: await db().payment.findUniqueOrThrow({ where: { id } }),
    events: await db().paymentEvent.count({ where: { paymentId: id } }),
    audited: await db().auditRecord.count({ where: { targetId: id } }),
  })

  async function waiting(): Promise<string> {
    const { id } = await makePayment(owner, chargeOf(5000, stage.tokens.challenge), ctx())
    return id
  }

  it.each([
    ['another payment', { id: 'pi_another', amount_received: 1 }],
    ['another currency', { currency: 'usd' }],
  ])('changes nothing and is logged: %s', async (_, changed) => {
    const id = await waiting()
    const before = await stored(id)
    await stage.customer(id, 'passed')
    Object.assign(stage.stripe().intentOf(id)[0]!, changed)
    const error = vi.spyOn(logger(), 'error').mockReturnValue(undefined)
    expect(await handlePaymentWebhook('stripe', await stage.webhook(id), ctx())).toEqual({
      ok: true,
    })
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ payment_id: id }),
      expect.stringMatching(/^a provider reported a payment/),
    )
    error.mockRestore()
    expect(await stored(id)).toEqual(before)
  })

  it.each([
    ['less money', { amount: 1, amount_received: 1 }, 'requires_action'],
    ['more money', { amount: 5001, amount_received: 5001 }, 'requires_action'],
    ['a part of the money', { amount_received: 4999 }, 'requires_action'],
    ['no money', { amount_received: 0 }, 'failed'],
  ])('counts for nothing and is logged: %s', async (_, changed, status) => {
    const id = await waiting()
    await stage.customer(id, 'passed')
    Object.assign(stage.stripe().intentOf(id)[0]!, changed)
    const error = vi.spyOn(logger(), 'error').mockReturnValue(undefined)
    expect(await handlePaymentWebhook('stripe', await stage.webhook(id), ctx())).toEqual({
      ok: true,
    })
    expect(error).toHaveBeenCalledOnce()
    error.mockRestore()
    const { row } = await stored(id)
    expect(row).toMatchObject({ status, capturedAmount: 0n, failureCode: AMOUNT_MISMATCH })
  })

  it('changes nothing when the provider is asked', async () => {
    const id = await waiting()
    await stage.customer(id, 'passed')
    Object.assign(stage.stripe().intentOf(id)[0]!, { amount_received: 1 })
    const error = vi.spyOn(logger(), 'error').mockReturnValue(undefined)
    expect(await getPayment(owner, id, ctx())).toMatchObject({
      payment: { status: 'requires_action', captured_amount: 0 },
    })
    expect(error).toHaveBeenCalledOnce()
    error.mockRestore()
  })
})
