import type { Outcomes } from '@/lib/messaging/notifications/notification-mail.store'
import type { Db, Tx } from '@/lib/platform/db/database'

/**
 * A text message that somebody sends now. `attempts` counts from 1 and tells this one from a later
 * one.
 */
export interface ClaimedText {
  id: string
  userId: string
  attempts: number
}

/** Who gets a text message of a batch. */
export interface NewText {
  id: string
  userId: string
  /** Nothing is sent to a number whose owner replied STOP. */
  optedOut: boolean
  /** Whether its outcome is that of the recipient: they take it by no other way. */
  decides: boolean
}

/** How many text messages of a batch came to which end. */
export interface TextCounts {
  queued: number
  sent: number
  delivered: number
  failed: number
  opted_out: number
  skipped: number
}

/** Puts down who gets a text message of a batch. */
export async function insertTexts(
  tx: Tx,
  { batchId, texts, now }: { batchId: string; texts: readonly NewText[]; now: Date },
): Promise<void> {
  if (texts.length === 0) return
  await tx.smsMessage.createMany({
    data: texts.map(({ id, userId, optedOut, decides }) => ({
      id,
      kind: 'notification',
      userId,
      batchId,
      status: optedOut ? 'opted_out' : 'queued',
      decides,
      dueAt: now,
      createdAt: now,
      updatedAt: now,
    })),
    skipDuplicates: true,
  })
}

/**
 * Takes messages of a running batch that are due, until then. One statement: no two senders get the
 * same one, and none waits.
 */
export function claimTexts(
  db: Db,
  by: { batchId: string; limit: number; now: Date; until: Date },
): Promise<ClaimedText[]> {
  return db.$queryRaw<ClaimedText[]>`
    WITH due AS MATERIALIZED (
      SELECT id FROM sms_messages
      WHERE batch_id = ${by.batchId}::uuid AND status = 'queued' AND due_at <= ${by.now}::timestamptz
        AND EXISTS (SELECT FROM notification_batches b WHERE b.id = ${by.batchId}::uuid AND b.status = 'running')
      ORDER BY due_at, id LIMIT ${by.limit}::int FOR UPDATE SKIP LOCKED)
    UPDATE sms_messages m SET attempts = attempts + 1, due_at = ${by.until}::timestamptz
    FROM due WHERE m.id = due.id
    RETURNING m.id::text, m.user_id::text AS "userId", m.attempts`
}

/** Gives a message back, to be tried again then. `uncounted`: it was not tried at all. */
export async function postponeText(
  db: Db,
  by: ClaimedText & { dueAt: Date; uncounted?: boolean },
): Promise<void> {
  const { id, attempts, dueAt, uncounted } = by
  await db.smsMessage.updateMany({
    where: { id, attempts, status: 'queued' },
    data: { dueAt, ...(uncounted && { attempts: attempts - 1 }) },
  })
}

/**
 * How many recipients came to an end by a text message alone. Whoever takes the count counts them:
 * it is given once.
 */
export async function takeTextOutcomes(tx: Tx, batchId: string): Promise<Outcomes> {
  const [taken] = await tx.$queryRaw<Outcomes[]>`
    WITH taken AS (
      UPDATE sms_messages SET decides = false
      WHERE batch_id = ${batchId}::uuid AND decides AND status <> 'queued' RETURNING status)
    SELECT count(*) FILTER (WHERE status IN ('sent', 'delivered'))::int AS delivered,
      count(*) FILTER (WHERE status = 'failed')::int AS failed,
      count(*) FILTER (WHERE status IN ('opted_out', 'skipped', 'canceled'))::int AS skipped
    FROM taken`
  return taken!
}

/** When the next message of a batch is due; null when none waits. */
export async function findNextTextDue(db: Db, batchId: string): Promise<Date | null> {
  const next = await db.smsMessage.findFirst({
    where: { batchId, status: 'queued' },
    orderBy: { dueAt: 'asc' },
    select: { dueAt: true },
  })
  return next?.dueAt ?? null
}

/** Ends what waits of a batch that has ended: it is not sent, and counts for nobody. */
export async function cancelTexts(db: Db, batchId: string, now: Date): Promise<void> {
  await db.smsMessage.updateMany({
    where: { batchId, status: 'queued' },
    data: { status: 'canceled', decides: false, updatedAt: now },
  })
}

/** The same for up to `limit` messages of whatever batches ended before then. Returns how many. */
export function cancelLeftTexts(db: Db, by: { endedBefore: Date; limit: number }): Promise<number> {
  return db.$executeRaw`
    UPDATE sms_messages SET status = 'canceled', decides = false WHERE id IN (
      SELECT m.id FROM sms_messages m JOIN notification_batches b ON b.id = m.batch_id
      WHERE m.status = 'queued' AND b.status NOT IN ('scheduled', 'running')
        AND b.updated_at < ${by.endedBefore}::timestamptz
      LIMIT ${by.limit}::int)`
}

/** What became of the text messages of batches. Of those without any nothing is given. */
export async function countTexts(
  db: Db,
  batchIds: readonly string[],
): Promise<Map<string, TextCounts>> {
  if (batchIds.length === 0) return new Map()
  const rows = await db.$queryRaw<(TextCounts & { id: string })[]>`
    SELECT batch_id::text AS id,
      count(*) FILTER (WHERE status = 'queued')::int AS queued,
      count(*) FILTER (WHERE status = 'sent')::int AS sent,
      count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
      count(*) FILTER (WHERE status = 'failed')::int AS failed,
      count(*) FILTER (WHERE status = 'opted_out')::int AS opted_out,
      count(*) FILTER (WHERE status IN ('skipped', 'canceled'))::int AS skipped
    FROM sms_messages WHERE batch_id = ANY(${[...batchIds]}::uuid[]) GROUP BY batch_id`
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** The batch that a message belongs to; null for messages about an account. */
export async function findBatchOfText(db: Db, id: string): Promise<string | null> {
  const row = await db.smsMessage.findUnique({ where: { id }, select: { batchId: true } })
  return row?.batchId ?? null
}
