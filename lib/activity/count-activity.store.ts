import type { Db, Tx } from '@/lib/platform/db/database'
import { Prisma } from '@/prisma/generated/client'

/** Whether a record `a` tells of a session begun. */
export const SIGN_IN = Prisma.sql`(a.action = 'session.created')`

/** Whether a record `a` of a session begun tells of one over the API. */
export const OVER_API = Prisma.sql`(a.details ->> 'surface' = 'api')`

/** Whether a record `a` tells of a password or code refused at signing in: a code of the settings is none. */
export const SIGN_IN_FAILURE = Prisma.sql`(a.action = 'session.refused'
  OR a.action = 'mfa.code_refused' AND a.details ->> 'during' IS NOT DISTINCT FROM 'sign_in')`

/** Takes the right to count until `tx` ends; the seal up to which was counted, as text, or null while somebody else has the right. */
export async function tryLockProgress(tx: Tx): Promise<string | null> {
  const [progress] = await tx.$queryRaw<{ counted_up_to: string }[]>`
    SELECT counted_up_to::text AS counted_up_to FROM activity_progress WHERE id = 1 FOR UPDATE SKIP LOCKED`
  return progress?.counted_up_to ?? null
}

/**
 * Adds the records of up to `limit` seals after `after` to their hours, and moves the progress behind them: both or neither. Returns how
 * many seals that were. `tx` holds the progress.
 */
export async function countSeals(tx: Tx, by: { after: string; limit: number }): Promise<number> {
  const [counted] = await tx.$queryRaw<{ seals: number }[]>`
    WITH batch AS MATERIALIZED (
      SELECT seq, record_id FROM audit_seals WHERE seq > ${by.after}::bigint ORDER BY seq LIMIT ${by.limit}::int),
    hours AS (
      INSERT INTO activity_hours AS present (hour, sign_ins, api_sign_ins, sign_in_failures)
      SELECT date_trunc('hour', a.occurred_at, 'UTC'), count(*) FILTER (WHERE ${SIGN_IN}),
        count(*) FILTER (WHERE ${SIGN_IN} AND ${OVER_API}), count(*) FILTER (WHERE ${SIGN_IN_FAILURE})
      FROM batch JOIN audit_records a ON a.id = batch.record_id
      WHERE ${SIGN_IN} OR ${SIGN_IN_FAILURE}
      GROUP BY 1 ORDER BY 1
      ON CONFLICT (hour) DO UPDATE SET sign_ins = present.sign_ins + EXCLUDED.sign_ins,
        api_sign_ins = present.api_sign_ins + EXCLUDED.api_sign_ins,
        sign_in_failures = present.sign_in_failures + EXCLUDED.sign_in_failures),
    progress AS (
      UPDATE activity_progress SET counted_up_to = (SELECT max(seq) FROM batch)
      WHERE id = 1 AND EXISTS (SELECT FROM batch))
    SELECT count(*)::int AS seals FROM batch`
  return counted!.seals
}

/** Notes how many sessions are alive at `now` with its hour, where that is more than was noted before. */
export async function noteActiveSessions(db: Db, now: Date): Promise<void> {
  await db.$executeRaw`
    INSERT INTO activity_hours AS present (hour, active_sessions)
    SELECT date_trunc('hour', ${now}::timestamptz, 'UTC'), count(*)
    FROM session_families WHERE expires_at > ${now}::timestamptz AND revoked_at IS NULL
    ON CONFLICT (hour) DO UPDATE SET active_sessions = greatest(present.active_sessions, EXCLUDED.active_sessions)`
}
