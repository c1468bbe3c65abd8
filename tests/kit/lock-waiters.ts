import { database } from '@/lib/platform/db/database'
import { until } from '@/tests/kit/until'

/** Waits until `count` statements wait for a lock in the test database. */
export async function lockWaiters(count: number): Promise<void> {
  await until(`${count} statements wait for a lock`, 20_000, async () => {
    const { rowCount } = await database().pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rowCount === count
  })
}
