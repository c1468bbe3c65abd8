import { beforeAll, describe, expect, it } from 'vitest'
import { canMove, PAYMENT_STATUSES, type PaymentStatus } from '@/lib/payments/payment-states'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { insertUser } from '@/tests/kit/insert-user'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
let ownerId = ''
beforeAll(async () => {
  ownerId = (await insertUser()).id
})

describe('the state machine in the database', () => {
  const AMOUNTS: Record<PaymentStatus, object> = {
    processing: {},
    requires_action: {},
    failed: {},
    canceled: {},
    succeeded: { capturedAmount: 1050n },
    partially_refunded: { capturedAmount: 1050n, refundedAmount: 50n },
    refunded: { capturedAmount: 1050n, refundedAmount: 1050n },
  }
  const PATHS: Record<PaymentStatus, PaymentStatus[]> = {
    processing: [],
    requires_action: ['requires_action'],
    succeeded: ['succeeded'],
    failed: ['failed'],
    canceled: ['canceled'],
    partially_refunded: ['succeeded', 'partially_refunded'],
    refunded: ['succeeded', 'refunded'],
  }
  const row = () => ({
    id: newId(),
    ownerId,
    status: 'processing' as PaymentStatus,
    amount: 1050n,
    currency: 'EUR',
    provider: 'simulator',
    returnUrl: 'http://localhost:3000/',
    idempotencyKeyHash: Buffer.from(newId()),
    requestHash: Buffer.from('x'),
    changedBy: 'request',
    createdAt: new Date(),
    updatedAt: new Date(),
    nextCheckAt: new Date('2100-01-01'),
  })
  const move = (id: string, status: PaymentStatus) =>
    db().payment.update({ where: { id }, data: { status, ...AMOUNTS[status] } })

  it('has exactly the transitions of lib/payments/payment-states.ts', async () => {
    for (const from of PAYMENT_STATUSES)
      for (const to of PAYMENT_STATUSES.filter((status) => status !== from)) {
        const made = row()
        await db().payment.create({ data: made })
        for (const step of PATHS[from]) await move(made.id, step)
        const moved = await move(made.id, to).then(
          () => true,
          () => false,
        )
        expect([from, to, moved]).toEqual([from, to, canMove(from, to)])
      }
  })

  it.each([
    { status: 'succeeded' as const, capturedAmount: 1050n },
    { amount: 0n },
    { amount: 100_000_000n },
    { currency: 'eur' },
    { capturedAmount: 1n },
    { refundingAmount: 1n },
    { nextCheckAt: null },
  ])('refuses a new payment as %o', async (fields) => {
    await expect(db().payment.create({ data: { ...row(), ...fields } })).rejects.toThrow()
  })

  it('captures at most the amount, refunds at most what was captured, and never changes owner or amount', async () => {
    const made = row()
    await db().payment.create({ data: made })
    const change = (data: object) => db().payment.update({ where: { id: made.id }, data })
    await expect(change({ status: 'succeeded', capturedAmount: 1051n })).rejects.toThrow()
    await change({ status: 'succeeded', capturedAmount: 1000n })
    for (const data of [
      { capturedAmount: 1050n },
      { amount: 2000n },
      { currency: 'USD' },
      { ownerId: newId() },
      { provider: 'stripe' },
      { refundingAmount: 1001n },
      { refundingAmount: -1n },
      { refundedAmount: 1n },
      { status: 'partially_refunded', refundedAmount: 1000n },
      { status: 'refunded', refundedAmount: 999n },
    ])
      await expect(change(data)).rejects.toThrow()
    await change({ refundingAmount: 1000n })
    await expect(change({ status: 'partially_refunded', refundedAmount: 1n })).rejects.toThrow()
  })

  it('keeps an append-only log with each status once', async () => {
    const made = row()
    const { id } = made
    await db().payment.create({ data: made })
    await move(id, 'succeeded')
    const events = await db().paymentEvent.findMany({
      where: { paymentId: id },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ status }) => status)).toEqual(['processing', 'succeeded'])
    await expect(
      db().paymentEvent.updateMany({ where: { paymentId: id }, data: { status: 'failed' } }),
    ).rejects.toThrow(/not changed/)
  })

  it('keeps a payment whose owner is erased', async () => {
    const { id: erased } = await insertUser()
    const made = { ...row(), ownerId: erased }
    await db().payment.create({ data: made })
    await db().user.delete({ where: { id: erased } })
    expect(await db().payment.count({ where: { id: made.id } })).toBe(1)
  })
})
