import type { Outcomes } from '@/lib/messaging/notifications/notification-mail.store'
import { addSeconds } from '@/lib/platform/clock'
import type { Db, Tx } from '@/lib/platform/db/database'
import { LEASE_SECONDS } from '@/lib/platform/jobs/job.store'

/**
 * A text message that a worker has claimed. `attempts` counts from 1 and tells this claim from a
 * later one.
 */
export interface ClaimedText {
  id: string
  userId: string
  attempts: number
  /** Whether an earlier attempt was taken from the daily limit. */
  charged: boolean
}

/** A text message of a batch to one recipient. */
export interface NewText {
  id: string
  userId: string
  /** Nothing is sent to a number whose owner replied STOP. */
  optedOut: boolean
  /** Whether its outcome is the recipient's outcome, because no other channel reaches them. */
  decides: boolean
}

/** The number of text messages of a batch by status. */
export interface TextCounts {
  queued: number
  sent: number
  delivered: number
  failed: number
  opted_out: number
  skipped: number
}

/** Queues the text messages of a batch. */
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
 * Claims due text messages of a running batch, as claimMails claims emails.
 */
export function claimTexts(
  db: Db,
  by: { batchId: string; limit: number; now: Date },
): Promise<ClaimedText[]> {
  return db.$queryRaw<ClaimedText[]>`
    WITH due AS MATERIALIZED (
      SELECT id FROM sms_messages
      WHERE batch_id = ${by.batchId}::uuid AND status = 'queued' AND due_at <= ${by.now}::timestamptz
        AND (locked_until IS NULL OR locked_until <= clock_timestamp())
        AND EXISTS (SELECT FROM notification_batches b WHERE b.id = ${by.batchId}::uuid AND b.status = 'running')
      ORDER BY due_at, id LIMIT ${by.limit}::int FOR UPDATE SKIP LOCKED)
    UPDATE sms_messages m SET attempts = attempts + 1,
      due_at = ${addSeconds(by.now, LEASE_SECONDS)}::timestamptz,
      locked_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::int)
    FROM due WHERE m.id = due.id
    RETURNING m.id::text, m.user_id::text AS "userId", m.attempts, m.charged`
}

/** Records that a message was taken from the daily limit. */
export async function recordCharge(tx: Tx, id: string): Promise<void> {
  await tx.smsMessage.updateMany({ where: { id }, data: { charged: true } })
}

/** Releases a message for a retry at `dueAt`. `uncounted`: no attempt was made. */
export async function postponeText(
  db: Db,
  by: ClaimedText & { dueAt: Date; uncounted?: boolean },
): Promise<void> {
  const { id, attempts, dueAt, uncounted } = by
  await db.smsMessage.updateMany({
    where: { id, attempts, status: 'queued' },
    data: { dueAt, lockedUntil: null, ...(uncounted && { attempts: attempts - 1 }) },
  })
}

/**
 * Outcomes of recipients reached only by text message. Each outcome is returned once, so the caller
 * must count it.
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

/**
 * When the next text message of a batch can be claimed, by the clock that shows `now`, or null if
 * none is waiting.
 */
export async function findNextTextDue(db: Db, batchId: string, now: Date): Promise<Date | null> {
  const [next] = await db.$queryRaw<{ at: Date }[]>`
    SELECT GREATEST(due_at, ${now}::timestamptz + (locked_until - clock_timestamp())) AS at
    FROM sms_messages WHERE batch_id = ${batchId}::uuid AND status = 'queued'
    ORDER BY due_at LIMIT 1`
  return next?.at ?? null
}

/**
 * Cancels up to `limit` waiting text messages of an ended batch: they are not counted, and no
 * longer sent anyway. Returns how many.
 */
export function cancelTexts(
  tx: Tx,
  by: { batchId: string; limit: number; now: Date },
): Promise<number> {
  return tx.$executeRaw`
    UPDATE sms_messages SET status = 'canceled', decides = false, updated_at = ${by.now}::timestamptz
    WHERE id IN (
      SELECT id FROM sms_messages WHERE batch_id = ${by.batchId}::uuid AND status = 'queued'
      LIMIT ${by.limit}::int) AND status = 'queued'`
}

/**
 * The same for up to `limit` text messages of batches that ended before `endedBefore`. Returns how
 * many.
 */
export function cancelRemainingTexts(
  db: Db,
  by: { endedBefore: Date; limit: number },
): Promise<number> {
  return db.$executeRaw`
    UPDATE sms_messages SET status = 'canceled', decides = false WHERE id IN (
      SELECT m.id FROM sms_messages m JOIN notification_batches b ON b.id = m.batch_id
      WHERE m.status = 'queued' AND b.status NOT IN ('scheduled', 'running')
        AND b.updated_at < ${by.endedBefore}::timestamptz
      LIMIT ${by.limit}::int)`
}

/** Text message counts by batch. Batches without text messages are missing. */
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

/** The batch that a message belongs to, or null for messages about an account. */
export async function findBatchOfText(db: Db, id: string): Promise<string | null> {
  const row = await db.smsMessage.findUnique({ where: { id }, select: { batchId: true } })
  return row?.batchId ?? null
}
