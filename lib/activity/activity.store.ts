import { SIGN_IN, SIGN_IN_FAILURE } from '@/lib/activity/count-activity.store'
import type { Db } from '@/lib/platform/db/database'

/** What took place in an hour or a day, which begins at `at`; `activeSessions` is null where nothing was sampled. */
export interface ActivityRow {
  at: Date
  signIns: number
  signInFailures: number
  activeSessions: number | null
}

/** How many records that wait for their seal or to be counted, and how many sessions, are looked at; more are never worth a page's time. */
const FRESH = 2000

/**
 * The hours, or the days (UTC) made of them, from `from` on that something is known of, in their order: what was counted, the newest of
 * what was not yet, and the sessions that are alive at `now`. One statement, so that no record is seen twice on its way.
 */
export function listActivity(
  db: Db,
  by: { unit: 'hour' | 'day'; from: Date; now: Date },
): Promise<ActivityRow[]> {
  return db.$queryRaw<ActivityRow[]>`
    WITH uncounted AS (
      (SELECT record_id FROM audit_unsealed ORDER BY occurred_at DESC LIMIT ${FRESH}::int)
      UNION ALL
      (SELECT record_id FROM audit_seals
        WHERE seq > (SELECT counted_up_to FROM activity_progress WHERE id = 1) ORDER BY seq DESC LIMIT ${FRESH}::int)
    ), hours AS (
      SELECT hour, sign_ins, sign_in_failures, active_sessions FROM activity_hours
      UNION ALL
      SELECT a.occurred_at, (${SIGN_IN})::int, (${SIGN_IN_FAILURE})::int, NULL
      FROM uncounted JOIN audit_records a ON a.id = uncounted.record_id WHERE ${SIGN_IN} OR ${SIGN_IN_FAILURE}
      UNION ALL
      SELECT ${by.now}::timestamptz, 0, 0, count(*) FROM (
        SELECT FROM session_families WHERE expires_at > ${by.now}::timestamptz AND revoked_at IS NULL LIMIT ${FRESH}::int) alive
    )
    SELECT date_trunc(${by.unit}::text, hour, 'UTC') AS at, sum(sign_ins)::int AS "signIns",
      sum(sign_in_failures)::int AS "signInFailures", max(active_sessions)::int AS "activeSessions"
    FROM hours WHERE hour >= ${by.from}::timestamptz GROUP BY 1 ORDER BY 1`
}
