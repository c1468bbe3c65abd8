import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { createPayment } from '@/lib/payments/create-payment'
import { reconcilePayments } from '@/lib/payments/payment.jobs'
import { refundPayment } from '@/lib/payments/refund-payment'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import { usePaymentStage } from '@/tests/kit/payment-stages'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

describe('a switch to another Stripe account while an answer is missing', () => {
  const stage = usePaymentStage('stripe')
  const stripe = () => stage.stripe()
  let owner: SessionPrincipal
  beforeAll(async () => {
    await syncCatalog(new Date())
    owner = await holderOf('payments:charge')
  })
  beforeEach(() => {
    stripe().state.mode = 'ok'
  })

  async function charge(paymentMethodToken = 'pm_frictionless') {
    const input = {
      amount: 1000,
      currency: 'EUR',
      paymentMethodToken,
      returnUrl: 'http://localhost:3000/dashboard',
      idempotencyKey: newId(),
    }
    const made = await createPayment(owner, input, ctx())
    if (!made.ok) throw new Error(made.code)
    return made.payment.id
  }
  const rowOf = (id: string) => db().payment.findUniqueOrThrow({ where: { id } })
  const reconcile = (seconds: number) => reconcilePayments.run(addSeconds(new Date(), seconds))
  const errors = () => vi.spyOn(logger(), 'error').mockReturnValue(undefined)

  it('does not mark a payment as failed that the first account captured', async () => {
    stripe().state.mode = 'silent'
    const id = await charge()
    stripe().state.mode = 'another account'
    const error = errors()
    await reconcile(30)
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ payment_id: id, code: 'resource_missing' }),
      expect.stringContaining('account'),
    )
    error.mockRestore()
    expect(await rowOf(id)).toMatchObject({ status: 'processing', failureCode: null })
    stripe().state.mode = 'ok'
    await reconcile(300)
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', capturedAmount: 1000n })
    expect(await stage.captures(id)).toBe(1)
  })

  it('does not release a refund that the first account created', async () => {
    const id = await charge()
    stripe().state.mode = 'silent'
    await refundPayment(owner, { paymentId: id, amount: 600, idempotencyKey: newId() }, ctx())
    stripe().state.mode = 'another account'
    const error = errors()
    await reconcile(30)
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ payment_id: id, refund_id: expect.any(String) }),
      expect.stringContaining('account'),
    )
    error.mockRestore()
    expect(await rowOf(id)).toMatchObject({ refundingAmount: 600n, refundedAmount: 0n })
    stripe().state.mode = 'ok'
    await reconcile(300)
    expect(await rowOf(id)).toMatchObject({ status: 'partially_refunded', refundedAmount: 600n })
    expect(await stage.refunded(id)).toBe(600)
  })

  it('accepts a card declined on the second request as final', async () => {
    stripe().state.mode = 'down'
    const id = await charge('pm_decline')
    expect(await rowOf(id)).toMatchObject({ status: 'processing' })
    stripe().state.mode = 'ok'
    await reconcile(30)
    expect(await rowOf(id)).toMatchObject({ status: 'failed', failureCode: 'insufficient_funds' })
  })
})
