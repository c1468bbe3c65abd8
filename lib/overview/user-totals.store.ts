import type { Db } from '@/lib/platform/db/database'
import type { UserStatus } from '@/prisma/generated/client'

/** How many users have a status, and how many of them a second factor. */
export interface StatusTotal {
  status: UserStatus
  users: number
  withSecondFactor: number
}

/** How many users there are at this moment, by status; a status that nobody has may be missing. */
export function listUserTotals(db: Db): Promise<StatusTotal[]> {
  return db.$queryRaw<StatusTotal[]>`
    SELECT status, sum(users)::int AS users, sum(with_second_factor)::int AS "withSecondFactor" FROM (
      SELECT status, users, with_second_factor FROM user_totals
      UNION ALL
      SELECT status, users, with_second_factor FROM user_total_changes) known
    GROUP BY status`
}

/**
 * Folds up to `limit` changes into the totals, and the sign-ups among them into their hours; returns how many changes that were. One
 * statement, so that a reader sees each change once. Of parallel callers each folds changes that the others do not hold.
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
