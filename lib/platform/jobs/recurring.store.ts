import type { Db } from '@/lib/platform/db/database'

/**
 * Claims a recurring task until `until`: true for exactly one caller of all instances, and only when the task is due. Who
 * claims and dies is succeeded by another when `until` has passed.
 */
export async function claimRecurringTask(db: Db, name: string, now: Date, until: Date): Promise<boolean> {
  const claimed = await db.$executeRaw`
    INSERT INTO recurring_tasks AS task (name, next_run_at) VALUES (${name}, ${until}::timestamptz)
    ON CONFLICT (name) DO UPDATE SET next_run_at = EXCLUDED.next_run_at
    WHERE task.next_run_at <= ${now}::timestamptz`
  return claimed === 1
}

/** Ends a claim: the task is due again at `nextRunAt`. Does nothing when the claim ran out meanwhile. */
export async function releaseRecurringTask(
  db: Db,
  name: string,
  claimedUntil: Date,
  nextRunAt: Date,
): Promise<void> {
  await db.$executeRaw`
    UPDATE recurring_tasks SET next_run_at = ${nextRunAt}::timestamptz
    WHERE name = ${name} AND next_run_at = ${claimedUntil}::timestamptz`
}
