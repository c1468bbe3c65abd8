import type { Db, Tx } from '@/lib/platform/db/database'

/** How many recipients of a batch were reached, failed or were skipped. */
export interface Outcomes {
  delivered: number
  failed: number
  skipped: number
}

/** A mail that somebody sends now. `attempts` counts from 1 and tells this one from a later one. */
export interface ClaimedMail {
  userId: string
  attempts: number
}

/** Puts down who gets a mail of a batch. */
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
 * Takes mails of a running batch that are due, until then. One statement: no two senders get the
 * same one, and none waits.
 */
export function claimMails(
  db: Db,
  by: { batchId: string; limit: number; now: Date; until: Date },
): Promise<ClaimedMail[]> {
  return db.$queryRaw<ClaimedMail[]>`
    WITH due AS MATERIALIZED (
      SELECT batch_id, user_id FROM notification_mails
      WHERE batch_id = ${by.batchId}::uuid AND outcome IS NULL AND due_at <= ${by.now}::timestamptz
        AND EXISTS (SELECT FROM notification_batches b WHERE b.id = ${by.batchId}::uuid AND b.status = 'running')
      ORDER BY due_at, user_id LIMIT ${by.limit}::int FOR UPDATE SKIP LOCKED)
    UPDATE notification_mails m SET attempts = attempts + 1, due_at = ${by.until}::timestamptz
    FROM due WHERE m.batch_id = due.batch_id AND m.user_id = due.user_id
    RETURNING m.user_id::text AS "userId", m.attempts`
}

/** Writes what became of a mail, unless somebody else has it by now. */
export async function recordOutcome(
  db: Db,
  by: ClaimedMail & { batchId: string; outcome: keyof Outcomes },
): Promise<void> {
  const { batchId, userId, attempts, outcome } = by
  await db.notificationMail.updateMany({ where: { batchId, userId, attempts }, data: { outcome } })
}

/** Gives a mail back, to be tried again then. */
export async function postponeMail(
  db: Db,
  by: ClaimedMail & { batchId: string; dueAt: Date },
): Promise<void> {
  const { batchId, userId, attempts, dueAt } = by
  await db.notificationMail.updateMany({ where: { batchId, userId, attempts }, data: { dueAt } })
}

/**
 * Takes away the mails of a batch that came to an end, and says how many came to which. Whoever
 * takes them counts them.
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

/** When the next mail of a batch is due; null when none waits. */
export async function findNextDue(db: Db, batchId: string): Promise<Date | null> {
  const next = await db.notificationMail.findFirst({
    where: { batchId, outcome: null },
    orderBy: { dueAt: 'asc' },
    select: { dueAt: true },
  })
  return next?.dueAt ?? null
}

/** Deletes what waits of a batch that has ended. */
export async function dropMails(db: Db, batchId: string): Promise<void> {
  await db.notificationMail.deleteMany({ where: { batchId } })
}

/** Deletes what was left behind of batches that ended before then. Returns how many. */
export function purgeMails(db: Db, by: { endedBefore: Date; limit: number }): Promise<number> {
  return db.$executeRaw`
    DELETE FROM notification_mails WHERE (batch_id, user_id) IN (
      SELECT m.batch_id, m.user_id FROM notification_mails m
      JOIN notification_batches b ON b.id = m.batch_id
      WHERE b.status NOT IN ('scheduled', 'running') AND b.updated_at < ${by.endedBefore}::timestamptz
      LIMIT ${by.limit}::int)`
}
