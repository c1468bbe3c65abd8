import type { Db, Tx } from '@/lib/platform/db/database'
import type { PaymentRefund } from '@/prisma/generated/client'

export type RefundRow = PaymentRefund

export type NewRefund = Pick<
  RefundRow,
  | 'id'
  | 'paymentId'
  | 'requestedById'
  | 'amount'
  | 'idempotencyKeyHash'
  | 'requestHash'
  | 'createdAt'
> & { nextCheckAt: Date; providerReference?: string }

/**
 * Stores a refund before its provider is called. False if the key or the provider's reference
 * already exists.
 */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<boolean> {
  const data = { ...refund, status: 'pending' as const, updatedAt: refund.createdAt }
  const { count } = await tx.paymentRefund.createMany({ data, skipDuplicates: true })
  return count === 1
}

export function findRefund(db: Db, id: string): Promise<RefundRow | null> {
  return db.paymentRefund.findUnique({ where: { id } })
}

export function findRefundByKey(
  db: Db,
  by: { requestedById: string; idempotencyKeyHash: Uint8Array<ArrayBuffer> },
): Promise<RefundRow | null> {
  return db.paymentRefund.findUnique({ where: { requestedById_idempotencyKeyHash: by } })
}

/** Ends a pending refund, once. */
export async function endRefund(
  tx: Tx,
  by: {
    id: string
    status: 'succeeded' | 'failed'
    providerReference: string | null
    failureCode: string | null
    now: Date
  },
): Promise<boolean> {
  const { count } = await tx.paymentRefund.updateMany({
    where: { id: by.id, status: 'pending' },
    data: {
      status: by.status,
      failureCode: by.failureCode,
      updatedAt: by.now,
      nextCheckAt: null,
      ...(by.providerReference !== null && { providerReference: by.providerReference }),
    },
  })
  return count === 1
}

/**
 * Notes that a refund failed after it had succeeded, once. Null if there is none or it is noted.
 */
export async function markRefundReturned(
  tx: Tx,
  by: { paymentId: string; providerReference: string; now: Date },
): Promise<RefundRow | null> {
  const { paymentId, providerReference, now } = by
  const [row] = await tx.paymentRefund.updateManyAndReturn({
    where: { paymentId, providerReference, status: 'succeeded', returnedAt: null },
    data: { returnedAt: now },
  })
  return row ?? null
}

/** Stores the provider's reference of a pending refund, if known, and when to check it next. */
export async function postponeRefund(
  db: Db,
  by: { id: string; providerReference: string | null; nextCheckAt: Date },
): Promise<void> {
  const { id, providerReference, nextCheckAt } = by
  await db.paymentRefund.updateMany({
    where: { id, status: 'pending' },
    data: { nextCheckAt, ...(providerReference !== null && { providerReference }) },
  })
}

/** Claims the check of a pending refund that is due. Of concurrent attempts, one wins. */
export async function claimDueRefund(
  db: Db,
  by: { id: string; now: Date; until: Date },
): Promise<boolean> {
  const { count } = await db.paymentRefund.updateMany({
    where: { id: by.id, status: 'pending', nextCheckAt: { lte: by.now } },
    data: { nextCheckAt: by.until },
  })
  return count === 1
}

/** Pending refunds that are due for a check. */
export async function listDueRefunds(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db.paymentRefund.findMany({
    where: { status: 'pending', nextCheckAt: { lte: now } },
    orderBy: { nextCheckAt: 'asc' },
    select: { id: true },
    take: limit,
  })
  return rows.map(({ id }) => id)
}
