import type { Db } from '@/lib/platform/db/database'
import { LIVE_KINDS } from '@/lib/platform/jobs/job.store'
import { COUNT_PROBE } from '@/lib/platform/pagination'
import type { UserStatus } from '@/prisma/generated/client'

/** How many users have a status, and how many of them use two-step verification. */
export interface StatusTotal {
  status: UserStatus
  users: number
  withSecondFactor: number
}

/** The current number of people by status; a status without any may be missing. */
export function listUserTotals(db: Db): Promise<StatusTotal[]> {
  return db.$queryRaw<StatusTotal[]>`
    SELECT status, sum(users)::int AS users, sum(with_second_factor)::int AS "withSecondFactor" FROM (
      SELECT status, users, with_second_factor FROM user_totals
      UNION ALL
      SELECT status, users, with_second_factor FROM user_total_changes) known
    GROUP BY status`
}

/**
 * Adds up to `limit` pending changes to the totals, and sign-ups to their hour; returns how many
 * changes that were. A single statement, so that readers see each change exactly once. Concurrent
 * callers take different changes.
 */
export async function foldUserTotals(db: Db, limit: number): Promise<number> {
  const [folded] = await db.$queryRaw<{ count: number }[]>`
    WITH gone AS (
      DELETE FROM user_total_changes WHERE id IN (
        SELECT id FROM user_total_changes ORDER BY id LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)
      RETURNING hour, status, users, with_second_factor, sign_ups),
    totals AS (
      INSERT INTO user_totals AS present (status, users, with_second_factor)
      SELECT status, sum(users), sum(with_second_factor) FROM gone GROUP BY status ORDER BY status
      ON CONFLICT (status) DO UPDATE SET users = present.users + EXCLUDED.users,
        with_second_factor = present.with_second_factor + EXCLUDED.with_second_factor),
    hours AS (
      INSERT INTO activity_hours AS present (hour, sign_ups)
      SELECT hour, sum(sign_ups) FROM gone GROUP BY hour HAVING sum(sign_ups) > 0 ORDER BY hour
      ON CONFLICT (hour) DO UPDATE SET sign_ups = present.sign_ups + EXCLUDED.sign_ups)
    SELECT count(*)::int AS count FROM gone`
  return folded!.count
}

/** The state of one kind of job. */
export interface JobHealth {
  /** Due or running. */
  waiting: number
  /** Waiting after a failed attempt. */
  retrying: number
  /** Given up since `since`. */
  failed: number
  /** The error of the newest job that failed or is being retried. */
  lastError: string | null
}

/** The state of emails and of all other background jobs. */
export interface QueueHealth {
  mail: JobHealth
  other: JobHealth
  /** The due time of the oldest due job that no worker has claimed; null when there is none. */
  dueSince: Date | null
}

interface HealthRow extends JobHealth {
  isMail: boolean
  dueSince: Date | null
}

/**
 * The state of the queue at `now`; counts at most COUNT_PROBE waiting and as many failed jobs, each
 * from an index in its order.
 */
export async function readQueueHealth(
  db: Db,
  by: { mailKind: string; now: Date; since: Date },
): Promise<QueueHealth> {
  const rows = await db.$queryRaw<HealthRow[]>`
    WITH live AS (
      SELECT job.* FROM ${LIVE_KINDS} live CROSS JOIN LATERAL (
        SELECT kind, attempts, run_at, locked_until, last_error FROM jobs
        WHERE jobs.kind = live.kind AND failed_at IS NULL AND run_at <= ${by.now}::timestamptz + interval '1 day'
        ORDER BY run_at LIMIT ${COUNT_PROBE}::int) job
      ORDER BY job.run_at LIMIT ${COUNT_PROBE}::int),
    given_up AS (
      SELECT kind, failed_at, last_error FROM jobs
      WHERE failed_at >= ${by.since}::timestamptz ORDER BY failed_at DESC LIMIT ${COUNT_PROBE}::int),
    known AS (
      SELECT kind, run_at <= ${by.now}::timestamptz AS waiting, attempts > 0 AND last_error IS NOT NULL AS retrying, false AS failed,
        CASE WHEN run_at <= ${by.now}::timestamptz AND COALESCE(locked_until <= ${by.now}::timestamptz, true) THEN run_at END AS due_since,
        run_at AS at, last_error FROM live
      UNION ALL
      SELECT kind, false, false, true, NULL, failed_at, last_error FROM given_up)
    SELECT kind = ${by.mailKind} AS "isMail", count(*) FILTER (WHERE waiting)::int AS waiting,
      count(*) FILTER (WHERE retrying)::int AS retrying, count(*) FILTER (WHERE failed)::int AS failed,
      (array_agg(last_error ORDER BY at DESC) FILTER (WHERE retrying OR failed))[1] AS "lastError", min(due_since) AS "dueSince"
    FROM known GROUP BY 1`
  const of = (isMail: boolean) => rows.find((row) => row.isMail === isMail)
  const due = rows.flatMap(({ dueSince }) => (dueSince ? [dueSince.getTime()] : []))
  return {
    mail: healthOf(of(true)),
    other: healthOf(of(false)),
    dueSince: due.length > 0 ? new Date(Math.min(...due)) : null,
  }
}

function healthOf(row: HealthRow | undefined): JobHealth {
  const { waiting = 0, retrying = 0, failed = 0, lastError = null } = row ?? {}
  return { waiting, retrying, failed, lastError }
}

/** How many active people have the administrator role; stops counting at `most`. */
export async function countActiveAdministrators(db: Db, most: number): Promise<number> {
  const [counted] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM user_roles WHERE role_id = (SELECT id FROM roles WHERE name = 'admin' AND is_system) AND user_status = 'active'
        AND user_id NOT IN (SELECT id FROM users WHERE kind = 'service')
      LIMIT ${most}::int) administrators`
  return counted!.count
}
