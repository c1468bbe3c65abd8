import type { Db, Tx } from '@/lib/platform/db/database'
import { Prisma } from '@/prisma/generated/client'

/** Whether a record `a` is about a new session. */
const SIGN_IN = Prisma.sql`(a.action = 'session.created')`

/** Whether a record `a` of a new session is about one created over the API. */
const OVER_API = Prisma.sql`(a.details ->> 'surface' = 'api')`

/**
 * Whether a record `a` is about a password or code refused at sign-in; codes entered in the
 * settings don't count.
 */
const SIGN_IN_FAILURE = Prisma.sql`(a.action = 'session.refused'
  OR a.action = 'mfa.code_refused' AND a.details ->> 'during' IS NOT DISTINCT FROM 'sign_in')`

/**
 * Takes the counting lock until `tx` ends. Returns the last counted seal as text, or null if
 * another transaction has the lock.
 */
export async function tryLockProgress(tx: Tx): Promise<string | null> {
  const [progress] = await tx.$queryRaw<{ counted_up_to: string }[]>`
    SELECT counted_up_to::text AS counted_up_to FROM activity_progress WHERE id = 1 FOR UPDATE SKIP LOCKED`
  return progress?.counted_up_to ?? null
}

/**
 * Adds the records of up to `limit` seals after `after` to their hours and advances the progress,
 * both or neither. Returns the number of seals. `tx` holds the progress lock.
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

/**
 * More sessions than this are estimated, from about as many rows: counting millions takes longer
 * than a statement may.
 */
const EXACT_SESSIONS = 100_000

/**
 * Stores the number of sessions active at `now` for its hour, if it is higher than the stored one.
 * Estimates more than `exactUpTo`.
 */
export async function noteActiveSessions(
  db: Db,
  now: Date,
  exactUpTo = EXACT_SESSIONS,
): Promise<void> {
  const active = Prisma.sql`(expires_at > ${now}::timestamptz AND revoked_at IS NULL AND impersonated_by IS NULL)`
  await db.$executeRaw`
    WITH counted AS (
      SELECT count(*) AS sessions FROM (
        SELECT FROM session_families WHERE ${active} LIMIT ${exactUpTo + 1}::int) alive),
    sample AS (
      SELECT least(1, ${exactUpTo}::int / greatest(reltuples, 1)) AS share
      FROM pg_class WHERE oid = 'session_families'::regclass)
    INSERT INTO activity_hours AS present (hour, active_sessions)
    SELECT date_trunc('hour', ${now}::timestamptz, 'UTC'),
      CASE WHEN sessions <= ${exactUpTo}::int THEN sessions
        ELSE greatest(sessions, (
          SELECT count(*) FROM session_families TABLESAMPLE SYSTEM ((SELECT share * 100 FROM sample)) WHERE ${active}) / share)
      END
    FROM counted, sample
    ON CONFLICT (hour) DO UPDATE SET active_sessions = greatest(present.active_sessions, EXCLUDED.active_sessions)`
}

/**
 * The activity of an hour or a day that starts at `at`; `activeSessions` is null if nothing was
 * sampled.
 */
export interface ActivityRow {
  at: Date
  signUps: number
  signIns: number
  signInFailures: number
  activeSessions: number | null
}

/**
 * The maximum number of uncounted records and of sessions to read: more would make a page too slow.
 */
const FRESH = 2000

/**
 * The newest records that aren't counted yet: those that wait for their seal, and those that are
 * sealed but not counted.
 */
const UNCOUNTED = Prisma.sql`(
  (SELECT record_id FROM audit_unsealed ORDER BY occurred_at DESC LIMIT ${FRESH}::int)
  UNION ALL
  (SELECT record_id FROM audit_seals
    WHERE seq > (SELECT counted_up_to FROM activity_progress WHERE id = 1) ORDER BY seq DESC LIMIT ${FRESH}::int))`

/**
 * The hours, or the days (UTC) composed of them, since `from` that have data, in order: what was
 * counted, the newest records not counted yet, and the sessions active at `now`. One statement, so
 * that a record that is being sealed or counted isn't seen twice.
 */
export function listActivity(
  db: Db,
  by: { unit: 'hour' | 'day'; from: Date; now: Date },
): Promise<ActivityRow[]> {
  return db.$queryRaw<ActivityRow[]>`
    WITH hours AS (
      SELECT hour, sign_ups, sign_ins, sign_in_failures, active_sessions FROM activity_hours
      UNION ALL
      (SELECT hour, sign_ups, 0, 0, NULL FROM user_total_changes ORDER BY id DESC LIMIT ${FRESH}::int)
      UNION ALL
      SELECT a.occurred_at, 0, (${SIGN_IN})::int, (${SIGN_IN_FAILURE})::int, NULL
      FROM ${UNCOUNTED} uncounted JOIN audit_records a ON a.id = uncounted.record_id WHERE ${SIGN_IN} OR ${SIGN_IN_FAILURE}
      UNION ALL
      SELECT ${by.now}::timestamptz, 0, 0, 0, count(*) FROM (
        SELECT FROM session_families WHERE expires_at > ${by.now}::timestamptz AND revoked_at IS NULL AND impersonated_by IS NULL LIMIT ${FRESH}::int) alive
    )
    SELECT date_trunc(${by.unit}::text, hour, 'UTC') AS at, sum(sign_ups)::int AS "signUps", sum(sign_ins)::int AS "signIns",
      sum(sign_in_failures)::int AS "signInFailures", max(active_sessions)::int AS "activeSessions"
    FROM hours WHERE hour >= ${by.from}::timestamptz GROUP BY 1 ORDER BY 1`
}

/** Whether anyone has ever signed in over the API. */
export async function hasApiSignIn(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM activity_hours WHERE api_sign_ins > 0) OR EXISTS (
      SELECT FROM ${UNCOUNTED} uncounted JOIN audit_records a ON a.id = uncounted.record_id
      WHERE ${SIGN_IN} AND ${OVER_API}) AS found`
  return row!.found
}
