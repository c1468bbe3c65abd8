import { addSeconds } from '@/lib/platform/clock'
import type { Db, Tx } from '@/lib/platform/db/database'

export type TextKind = 'code' | 'notification' | 'security' | 'test'

/** A delivery status reported by the provider. */
export type ReportedStatus = 'sent' | 'delivered' | 'failed' | 'opted_out'

const KEPT_SECONDS = 365 * 86_400
/** Longer than a message is retried. */
const LOST_SECONDS = 2 * 86_400

/** The status of a message, or null if no attempt has recorded it yet. */
export async function findTextStatus(db: Db, id: string): Promise<string | null> {
  const found = await db.smsMessage.findUnique({ where: { id }, select: { status: true } })
  return found?.status ?? null
}

/** Records a message that is about to be sent. The same id again is a retry. */
export async function insertText(
  db: Db,
  by: {
    id: string
    kind: TextKind
    userId: string | null
    recipient: string
    segments: number
    now: Date
  },
): Promise<void> {
  const { now, ...row } = by
  await db.smsMessage.createMany({
    data: [{ ...row, status: 'queued', dueAt: now, createdAt: now, updatedAt: now }],
    skipDuplicates: true,
  })
}

/** Records that the provider accepted a message. A report that arrived earlier takes precedence. */
export async function recordAccepted(
  db: Db,
  by: {
    id: string
    providerId: string | null
    delivered: boolean
    recipient: string
    segments: number
    now: Date
  },
): Promise<void> {
  const { id, providerId, delivered, recipient, segments, now } = by
  await db.$executeRaw`
    UPDATE sms_messages SET provider_id = ${providerId}, recipient = ${recipient}, segments = ${segments}::int,
      status = CASE WHEN status = 'queued' THEN ${delivered ? 'delivered' : 'sent'} ELSE status END,
      updated_at = ${now}::timestamptz
    WHERE id = ${id}::uuid`
}

/** Records the outcome of a message that the provider did not accept. */
export async function recordNotSent(
  db: Db,
  by: {
    id: string
    status: 'failed' | 'opted_out' | 'skipped'
    errorCode: string | null
    now: Date
  },
): Promise<void> {
  const { id, status, errorCode, now } = by
  await db.smsMessage.updateMany({
    where: { id, status: 'queued' },
    data: { status, errorCode, updatedAt: now },
  })
}

/**
 * Records a delivery report. Reports may arrive twice and in any order: a final status never
 * changes, except that of a message whose sending failed without the provider's answer.
 */
export async function recordReport(
  db: Db,
  by: { id: string; status: ReportedStatus; errorCode: string | null; now: Date },
): Promise<boolean> {
  const { id, status, errorCode, now } = by
  const before = status === 'sent' ? ['queued'] : ['queued', 'sent']
  const { count } = await db.smsMessage.updateMany({
    where: { id, OR: [{ status: { in: before } }, { status: 'failed', errorCode: null }] },
    data: { status, errorCode, updatedAt: now },
  })
  return count === 1
}

/** One page of the messages to a user, newest first, after the id `beforeId`. */
export function listTextsOf(
  db: Db,
  by: { userId: string; limit: number; beforeId: string | null },
) {
  return db.smsMessage.findMany({
    where: {
      userId: by.userId,
      recipient: { not: null },
      ...(by.beforeId && { id: { lt: by.beforeId } }),
    },
    orderBy: { id: 'desc' },
    take: by.limit,
    select: {
      id: true,
      kind: true,
      recipient: true,
      status: true,
      segments: true,
      errorCode: true,
      createdAt: true,
      updatedAt: true,
    },
  })
}

/** Deletes the numbers from the messages to a user. */
export async function forgetRecipients(tx: Tx, userId: string): Promise<void> {
  await tx.smsMessage.updateMany({ where: { userId }, data: { recipient: null } })
}

/** How many messages are waiting to be sent. */
export function countWaitingTexts(db: Db): Promise<number> {
  return db.smsMessage.count({ where: { status: 'queued' } })
}

/**
 * Marks messages without a notification as failed if their worker died while it sent them. The next
 * attempt for a code creates another message.
 */
export async function failLostTexts(db: Db, now: Date): Promise<void> {
  await db.smsMessage.updateMany({
    where: {
      batchId: null,
      status: 'queued',
      createdAt: { lt: addSeconds(now, -LOST_SECONDS) },
    },
    data: { status: 'failed', updatedAt: now },
  })
}

/** Deletes messages after a year, like the notifications they belong to. Returns how many. */
export function purgeTexts(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM sms_messages WHERE id IN (
      SELECT id FROM sms_messages WHERE created_at < ${addSeconds(now, -KEPT_SECONDS)}::timestamptz
      LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}
