import type { Db, Tx } from '@/lib/platform/db/database'
import type { SimulatorPayment } from '@/prisma/generated/client'

/** A payment as stored by the simulator. */
export type SimulatedPayment = SimulatorPayment

/** Stores a payment, once for each of our payments. False if it already existed. */
export async function insertSimulated(
  tx: Tx,
  payment: Omit<SimulatedPayment, 'refundedAmount'>,
): Promise<boolean> {
  const { count } = await tx.simulatorPayment.createMany({ data: payment, skipDuplicates: true })
  return count === 1
}

export function findSimulated(
  db: Db,
  by: { reference: string } | { paymentId: string } | { challengeId: string },
): Promise<SimulatedPayment | null> {
  return db.simulatorPayment.findUnique({ where: by })
}

/** Ends a payment that waits for its customer, once. */
export async function endSimulated(
  tx: Tx,
  by: {
    reference: string
    status: 'succeeded' | 'failed' | 'canceled'
    failureCode: string | null
  },
): Promise<boolean> {
  const { reference, status, failureCode } = by
  const { count } = await tx.simulatorPayment.updateMany({
    where: { reference, status: 'requires_action' },
    data: { status, failureCode },
  })
  return count === 1
}

/** Refunds part of a payment, once for each of our refunds. Returns the result. */
export async function refundSimulated(
  tx: Tx,
  by: { refundId: string; paymentReference: string; amount: bigint; now: Date },
): Promise<'refunded' | 'repeated' | 'too_large'> {
  const { refundId, paymentReference, amount, now } = by
  const row = { refundId, paymentReference, amount, createdAt: now }
  const held = await tx.$queryRaw<{ left: bigint }[]>`
    SELECT amount - refunded_amount AS left FROM simulator_payments
    WHERE reference = ${paymentReference} AND status = 'succeeded' FOR UPDATE`
  if (await tx.simulatorRefund.findUnique({ where: { refundId } })) return 'repeated'
  if (!held[0] || amount > held[0].left) return 'too_large'
  await tx.simulatorRefund.create({ data: row })
  await tx.simulatorPayment.update({
    where: { reference: paymentReference },
    data: { refundedAmount: { increment: amount } },
  })
  return 'refunded'
}

export function findSimulatedRefund(db: Db, refundId: string): Promise<{ amount: bigint } | null> {
  return db.simulatorRefund.findUnique({ where: { refundId }, select: { amount: true } })
}
