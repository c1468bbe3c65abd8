import { database, type Tx } from '@/lib/platform/db/database'
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

/** Waits until a statement waits for a lock of `tx`, not just for one that others hold briefly. */
export async function lockWaiterOf(tx: Tx): Promise<void> {
  const [holder] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
  await until('a statement waits for a lock of the transaction', 20_000, async () => {
    const { rowCount } = await database().pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND $1::int = ANY (pg_blocking_pids(pid))`,
      [holder!.pid],
    )
    return rowCount === 1
  })
}
