import type { Db } from '@/lib/platform/db/database'

/** What took place in an hour or a day, which begins at `at`; `activeSessions` is null where nothing was sampled. */
export interface ActivityRow {
  at: Date
  signIns: number
  signInFailures: number
  activeSessions: number | null
}

/** The hours, or the days (UTC) made of them, from `from` on that something is known of, in their order. */
export function listActivity(db: Db, by: { unit: 'hour' | 'day'; from: Date }): Promise<ActivityRow[]> {
  return db.$queryRaw<ActivityRow[]>`
    SELECT date_trunc(${by.unit}::text, hour, 'UTC') AS at, sum(sign_ins)::int AS "signIns",
      sum(sign_in_failures)::int AS "signInFailures", max(active_sessions) AS "activeSessions"
    FROM activity_hours WHERE hour >= ${by.from}::timestamptz GROUP BY 1 ORDER BY 1`
}
