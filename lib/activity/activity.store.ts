import { OVER_API, SIGN_IN, SIGN_IN_FAILURE } from '@/lib/activity/count-activity.store'
import type { Db } from '@/lib/platform/db/database'
import { Prisma } from '@/prisma/generated/client'

/** What took place in an hour or a day, which begins at `at`; `activeSessions` is null where nothing was sampled. */
export interface ActivityRow {
  at: Date
  signUps: number
  signIns: number
  signInFailures: number
  activeSessions: number | null
}

/** How many rows are looked at of what is not counted yet, and of sessions: more are never worth a page's time. */
const FRESH = 2000

/** The newest records that are in no hour yet: those that wait for their seal, and those that are sealed and not counted. */
const UNCOUNTED = Prisma.sql`(
  (SELECT record_id FROM audit_unsealed ORDER BY occurred_at DESC LIMIT ${FRESH}::int)
  UNION ALL
  (SELECT record_id FROM audit_seals
    WHERE seq > (SELECT counted_up_to FROM activity_progress WHERE id = 1) ORDER BY seq DESC LIMIT ${FRESH}::int))`

/**
 * The hours, or the days (UTC) made of them, from `from` on that something is known of, in their order: what was counted, the newest of
 * what was not yet, and the sessions that are alive at `now`. One statement, so that no record is seen twice on its way.
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
        SELECT FROM session_families WHERE expires_at > ${by.now}::timestamptz AND revoked_at IS NULL LIMIT ${FRESH}::int) alive
    )
    SELECT date_trunc(${by.unit}::text, hour, 'UTC') AS at, sum(sign_ups)::int AS "signUps", sum(sign_ins)::int AS "signIns",
      sum(sign_in_failures)::int AS "signInFailures", max(active_sessions)::int AS "activeSessions"
    FROM hours WHERE hour >= ${by.from}::timestamptz GROUP BY 1 ORDER BY 1`
}

/** Whether anybody has ever signed in over the API. */
export async function hasApiSignIn(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM activity_hours WHERE api_sign_ins > 0) OR EXISTS (
      SELECT FROM ${UNCOUNTED} uncounted JOIN audit_records a ON a.id = uncounted.record_id
      WHERE ${SIGN_IN} AND ${OVER_API}) AS found`
  return row!.found
}
