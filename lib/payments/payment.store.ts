import { type PaymentStatus, UNSETTLED } from '@/lib/payments/payment-states'
import type { PaymentFilters } from '@/lib/payments/payments.schemas'
import type { Db, Tx } from '@/lib/platform/db/database'
import type { Payment, PaymentEvent, PaymentRefund, Prisma } from '@/prisma/generated/client'

export type PaymentRow = Payment

/** A payment with its history, oldest first. */
export type PaymentWithHistory = PaymentRow & { events: PaymentEvent[]; refunds: PaymentRefund[] }

/** The source of a change: the request, a webhook, a check at the provider, or a refund. */
export type ChangedBy = 'request' | 'webhook' | 'check' | 'refund'

const HISTORY = { events: { orderBy: { id: 'asc' } }, refunds: { orderBy: { id: 'asc' } } } as const

/** The columns of a new payment. */
export type NewPayment = Pick<
  PaymentRow,
  | 'id'
  | 'ownerId'
  | 'amount'
  | 'currency'
  | 'provider'
  | 'paymentMethodToken'
  | 'returnUrl'
  | 'idempotencyKeyHash'
  | 'requestHash'
  | 'createdAt'
> & { nextCheckAt: Date }

/** Stores a payment before its provider is called. False if its owner has already used the key. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<boolean> {
  const data = {
    ...payment,
    status: 'processing' as const,
    changedBy: 'request',
    updatedAt: payment.createdAt,
  }
  const { count } = await tx.payment.createMany({ data, skipDuplicates: true })
  return count === 1
}

export function findPayment(db: Db, id: string): Promise<PaymentWithHistory | null> {
  return db.payment.findUnique({ where: { id }, include: HISTORY })
}

export function findPaymentByKey(
  db: Db,
  by: { ownerId: string; idempotencyKeyHash: Uint8Array<ArrayBuffer> },
): Promise<PaymentWithHistory | null> {
  return db.payment.findUnique({ where: { ownerId_idempotencyKeyHash: by }, include: HISTORY })
}

export async function findPaymentIdByReference(
  db: Db,
  by: { provider: string; providerReference: string },
): Promise<string | null> {
  const row = await db.payment.findUnique({
    where: { provider_providerReference: by },
    select: { id: true },
  })
  return row?.id ?? null
}

/** Whether a payment is unsettled at a provider whose reference of it is not known. */
export async function hasUnreferencedPayment(db: Db, provider: string): Promise<boolean> {
  const row = await db.payment.findFirst({
    where: { provider, providerReference: null, status: { in: [...UNSETTLED] } },
    select: { id: true },
  })
  return row !== null
}

/** Locks a payment until `tx` ends; null if there is none. */
export async function lockPaymentForUpdate(tx: Tx, id: string): Promise<PaymentRow | null> {
  await tx.$queryRaw`SELECT 1 AS held FROM payments WHERE id = ${id}::uuid FOR UPDATE`
  return tx.payment.findUnique({ where: { id } })
}

/**
 * Changes a locked payment. The database refuses transitions that the state machine doesn't allow.
 */
export async function changePayment(
  tx: Tx,
  id: string,
  change: Pick<Prisma.PaymentUncheckedUpdateManyInput, 'nextCheckAt'> & {
    status?: PaymentStatus
    capturedAmount?: bigint
    refundedAmount?: bigint
    refundingAmount?: bigint
    providerReference?: string
    paymentMethodToken?: null
    redirectUrl?: string | null
    failureCode?: string | null
    changedBy: ChangedBy
    updatedAt: Date
  },
): Promise<void> {
  await tx.payment.updateMany({ where: { id }, data: change })
}

/** Claims the check of an unsettled payment that is due. Of concurrent attempts, one wins. */
export async function claimDueCheck(
  db: Db,
  by: { id: string; now: Date; until: Date },
): Promise<boolean> {
  const { count } = await db.payment.updateMany({
    where: { id: by.id, status: { in: [...UNSETTLED] }, nextCheckAt: { lte: by.now } },
    data: { nextCheckAt: by.until },
  })
  return count === 1
}

/**
 * Postpones the next check of an unsettled payment, unless it was rescheduled since it was read: a
 * deleted account makes it due at once.
 */
export async function postponeCheck(
  db: Db,
  { id, nextCheckAt }: Pick<PaymentRow, 'id' | 'nextCheckAt'>,
  until: Date,
): Promise<void> {
  await db.payment.updateMany({
    where: { id, status: { in: [...UNSETTLED] }, nextCheckAt },
    data: { nextCheckAt: until },
  })
}

/** Makes the unsettled payments of a user due now, because the account was deleted. */
export async function scheduleChecksNow(tx: Tx, ownerId: string, now: Date): Promise<void> {
  await tx.payment.updateMany({
    where: { ownerId, status: { in: [...UNSETTLED] }, nextCheckAt: { gt: now } },
    data: { nextCheckAt: now },
  })
}

/** Whether the account of a payment's owner is deleted or erased. */
export async function isOwnerDeleted(db: Db, ownerId: string): Promise<boolean> {
  return (await db.user.count({ where: { id: ownerId, status: { not: 'deleted' } } })) === 0
}

/** Unsettled payments that are due for a check. */
export async function listDuePayments(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db.payment.findMany({
    where: { status: { in: [...UNSETTLED] }, nextCheckAt: { lte: now } },
    orderBy: { nextCheckAt: 'asc' },
    select: { id: true },
    take: limit,
  })
  return rows.map(({ id }) => id)
}

/**
 * How many payments and refunds have been waiting for their provider's answer since before `since`,
 * or (unsettled with a failure code) for the operator: normally none.
 */
export async function countWaiting(db: Db, since: Date): Promise<number> {
  const createdAt = { lt: since }
  const disputed = { status: 'requires_action' as const, failureCode: { not: null } }
  const payments = await db.payment.count({
    where: { createdAt, OR: [{ status: 'processing' }, disputed] },
  })
  return payments + (await db.paymentRefund.count({ where: { status: 'pending', createdAt } }))
}

/** Payments, newest first, of one owner or (null) of all owners. */
export function listPaymentRows(
  db: Db,
  by: { ownerId: string | null; filters: PaymentFilters; limit: number; beforeId: string | null },
): Promise<PaymentRow[]> {
  const { status, currency, from, to } = by.filters
  const created = { ...(from && { gte: from }), ...(to && { lt: to }) }
  return db.payment.findMany({
    where: {
      ...(by.ownerId !== null && { ownerId: by.ownerId }),
      ...(by.beforeId !== null && { id: { lt: by.beforeId } }),
      ...(status && { status }),
      ...(currency && { currency }),
      ...((from ?? to) && { createdAt: created }),
    },
    orderBy: { id: 'desc' },
    take: by.limit,
  })
}

/** Payments of one owner, each with its history. */
export function listPaymentsWithHistory(
  db: Db,
  { ownerId, limit, beforeId }: { ownerId: string; limit: number; beforeId: string | null },
): Promise<PaymentWithHistory[]> {
  return db.payment.findMany({
    where: { ownerId, ...(beforeId !== null && { id: { lt: beforeId } }) },
    orderBy: { id: 'desc' },
    take: limit,
    include: HISTORY,
  })
}

/** The email addresses of payment owners, by user id. */
export async function findOwnerEmails(
  db: Db,
  ownerIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.user.findMany({
    where: { id: { in: [...new Set(ownerIds)] } },
    select: { id: true, email: true },
  })
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** Records an event in the transaction that processes it. False if it was already processed. */
export async function insertWebhookEvent(
  tx: Tx,
  event: {
    provider: string
    eventId: string
    type: string
    paymentId: string | null
    receivedAt: Date
  },
): Promise<boolean> {
  const { count } = await tx.paymentWebhookEvent.createMany({ data: event, skipDuplicates: true })
  return count === 1
}

/** Deletes events that no provider will send again. Returns how many. */
export async function purgeWebhookEvents(db: Db, before: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM payment_webhook_events WHERE (provider, event_id) IN (
      SELECT provider, event_id FROM payment_webhook_events WHERE received_at < ${before} LIMIT ${limit})`
}
