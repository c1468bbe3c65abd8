import { settings } from '@/lib/config/settings'
import { db } from '@/lib/platform/db/database'

const BATCH = 500

/**
 * Removes the counters that say nothing any more: window and lock are over, and no undecided attempt could still come to
 * count. In small batches that step over rows in use, so that no sign-in waits. Returns how many went.
 */
export async function purgeLoginGuard(now: Date): Promise<number> {
  const { lockoutDurationSeconds } = settings().guard
  let removed = 0
  for (;;) {
    const batch = await db().$executeRaw`
      DELETE FROM login_guard WHERE key IN (
        SELECT key FROM login_guard
        WHERE window_ends_at <= ${now}::timestamptz
          AND (locked_until IS NULL OR locked_until <= ${now}::timestamptz)
          AND NOT EXISTS (
            SELECT FROM unnest(pending) AS deadline
            WHERE deadline + make_interval(secs => ${lockoutDurationSeconds}::double precision) > ${now}::timestamptz)
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`
    removed += batch
    if (batch < BATCH) return removed
  }
}
