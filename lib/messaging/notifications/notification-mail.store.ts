import { addSeconds } from '@/lib/platform/clock'
import type { Db, Tx } from '@/lib/platform/db/database'
import { LEASE_SECONDS } from '@/lib/platform/jobs/job.store'
import { COUNT_LIMIT } from '@/lib/platform/pagination'

/** How many recipients of a batch were delivered to, failed or were skipped. */
export interface Outcomes {
  delivered: number
  failed: number
  skipped: number
}

/**
 * An email that a worker has claimed. `attempts` counts from 1 and tells this claim from a later
 * one.
 */
export interface ClaimedMail {
  userId: string
  attempts: number
}

/** Queues the emails of a batch. */
export async function insertMails(
  tx: Tx,
  { batchId, userIds, now }: { batchId: string; userIds: readonly string[]; now: Date },
): Promise<void> {
  if (userIds.length === 0) return
  await tx.notificationMail.createMany({
    data: userIds.map((userId) => ({ batchId, userId, dueAt: now })),
    skipDuplicates: true,
  })
}

/**
 * Claims due emails of a running batch for LEASE_SECONDS by the clock of the database. One
 * statement: no two senders get the same email, and none waits for another. Instances of earlier
 * builds, which don't know `locked_until`, leave a claimed email alone because of its `due_at`.
 */
export function claimMails(
  db: Db,
  by: { batchId: string; limit: number; now: Date },
): Promise<ClaimedMail[]> {
  return db.$queryRaw<ClaimedMail[]>`
    WITH due AS MATERIALIZED (
      SELECT batch_id, user_id FROM notification_mails
      WHERE batch_id = ${by.batchId}::uuid AND outcome IS NULL AND due_at <= ${by.now}::timestamptz
        AND (locked_until IS NULL OR locked_until <= clock_timestamp())
        AND EXISTS (SELECT FROM notification_batches b WHERE b.id = ${by.batchId}::uuid AND b.status = 'running')
      ORDER BY due_at, user_id LIMIT ${by.limit}::int FOR UPDATE SKIP LOCKED)
    UPDATE notification_mails m SET attempts = attempts + 1,
      due_at = ${addSeconds(by.now, LEASE_SECONDS)}::timestamptz,
      locked_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::int)
    FROM due WHERE m.batch_id = due.batch_id AND m.user_id = due.user_id
    RETURNING m.user_id::text AS "userId", m.attempts`
}

/** Records the outcome of an email, unless another worker has claimed it since. */
export async function recordOutcome(
  db: Db,
  by: ClaimedMail & { batchId: string; outcome: keyof Outcomes },
): Promise<void> {
  const { batchId, userId, attempts, outcome } = by
  await db.notificationMail.updateMany({ where: { batchId, userId, attempts }, data: { outcome } })
}

/** Releases an email for a retry at `dueAt`. */
export async function postponeMail(
  db: Db,
  by: ClaimedMail & { batchId: string; dueAt: Date },
): Promise<void> {
  const { batchId, userId, attempts, dueAt } = by
  await db.notificationMail.updateMany({
    where: { batchId, userId, attempts },
    data: { dueAt, lockedUntil: null },
  })
}

/**
 * Deletes the finished emails of a batch and returns how many had which outcome. Only the caller
 * that deletes them may count them.
 */
export async function takeOutcomes(tx: Tx, batchId: string): Promise<Outcomes> {
  const [taken] = await tx.$queryRaw<Outcomes[]>`
    WITH taken AS (
      DELETE FROM notification_mails WHERE batch_id = ${batchId}::uuid AND outcome IS NOT NULL RETURNING outcome)
    SELECT count(*) FILTER (WHERE outcome = 'delivered')::int AS delivered,
      count(*) FILTER (WHERE outcome = 'failed')::int AS failed,
      count(*) FILTER (WHERE outcome = 'skipped')::int AS skipped
    FROM taken`
  return taken!
}

/**
 * When the next email of a batch can be claimed, by the clock that shows `now`, or null if none is
 * waiting.
 */
export async function findNextDue(db: Db, batchId: string, now: Date): Promise<Date | null> {
  const [next] = await db.$queryRaw<{ at: Date }[]>`
    SELECT GREATEST(due_at, ${now}::timestamptz + (locked_until - clock_timestamp())) AS at
    FROM notification_mails WHERE batch_id = ${batchId}::uuid AND outcome IS NULL
    ORDER BY due_at LIMIT 1`
  return next?.at ?? null
}

/** Deletes up to `limit` remaining emails of an ended batch. Returns how many. */
export function dropMails(tx: Tx, by: { batchId: string; limit: number }): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM notification_mails WHERE (batch_id, user_id) IN (
      SELECT batch_id, user_id FROM notification_mails WHERE batch_id = ${by.batchId}::uuid
      LIMIT ${by.limit}::int)`
}

/** Deletes the remaining emails of batches that ended before `endedBefore`. Returns how many. */
export function purgeMails(db: Db, by: { endedBefore: Date; limit: number }): Promise<number> {
  return db.$executeRaw`
    DELETE FROM notification_mails WHERE (batch_id, user_id) IN (
      SELECT m.batch_id, m.user_id FROM notification_mails m
      JOIN notification_batches b ON b.id = m.batch_id
      WHERE b.status NOT IN ('scheduled', 'running') AND b.updated_at < ${by.endedBefore}::timestamptz
      LIMIT ${by.limit}::int)`
}

/**
 * The emails of running batches that wait (stops at COUNT_LIMIT), and since when the oldest one has
 * been due.
 */
export async function countPendingMails(
  db: Db,
  now: Date,
): Promise<{ waiting: number; dueSince: Date | null }> {
  const [counted] = await db.$queryRaw<{ waiting: number; dueSince: Date | null }[]>`
    WITH running AS (SELECT id FROM notification_batches WHERE status IN ('scheduled', 'running'))
    SELECT
      (SELECT count(*)::int FROM (
        SELECT FROM running CROSS JOIN LATERAL (
          SELECT FROM notification_mails WHERE batch_id = running.id AND outcome IS NULL
          LIMIT ${COUNT_LIMIT}::int) mail
        LIMIT ${COUNT_LIMIT}::int) waiting) AS waiting,
      (SELECT min(due_at) FROM running CROSS JOIN LATERAL (
        SELECT due_at FROM notification_mails
        WHERE batch_id = running.id AND outcome IS NULL AND due_at <= ${now}::timestamptz
        ORDER BY due_at LIMIT 1) oldest) AS "dueSince"`
  return counted!
}
