import type pg from 'pg'
import { openServerPool } from '@/lib/platform/db/server-pool'
import { traceStatements } from '@/lib/platform/db/trace-statements'

/** A copy that is older is not read. */
export const STALE_AFTER_MS = 5000
const CHECK_EVERY_MS = 1000

/**
 * How old the data of a replica is. It is as of an instant if it replayed the log up to where the
 * primary was at that instant. What the replica itself says about its age is no proof: cut off from
 * the primary, it believes that it has everything.
 */
export class ReplicaAge {
  #marks: { at: number; position: bigint }[] = []
  #asOf = -Infinity

  /** Notes where the primary's log was at an instant, in milliseconds. */
  primaryWas(position: bigint, at: number): void {
    this.#marks.push({ at, position })
    this.#marks = this.#marks.filter((mark) => at - mark.at < 4 * STALE_AFTER_MS)
  }

  /** Notes how far the replica has replayed the log. */
  replicaHas(position: bigint): void {
    for (const mark of this.#marks)
      if (mark.position <= position) this.#asOf = Math.max(this.#asOf, mark.at)
  }

  isFresh(now: number): boolean {
    return now - this.#asOf <= STALE_AFTER_MS
  }

  /** The replica failed: it is not read before it has proven its age again. */
  forget(): void {
    this.#marks = []
    this.#asOf = -Infinity
  }
}

/** A read replica for what may be a few seconds old. */
export interface Replica {
  /** Its pool while its data is fresh enough; null otherwise. */
  pool(): pg.Pool | null
  /** It failed to answer. */
  failed(): void
  close(): Promise<void>
}

/** Opens the replica at `url`, and compares its position with that of the primary every second. */
export function openReplica(url: string, primary: pg.Pool): Replica {
  const { pool, close } = openServerPool(url)
  traceStatements(pool)
  const age = new ReplicaAge()
  let checking: Promise<void> | null = null
  const timer = setInterval(() => {
    checking ??= check(primary, pool, age)
      .catch(() => undefined)
      .finally(() => (checking = null))
  }, CHECK_EVERY_MS)
  timer.unref()
  return {
    pool: () => (age.isFresh(performance.now()) ? pool : null),
    failed: () => age.forget(),
    close: async () => {
      clearInterval(timer)
      await checking
      await close()
    },
  }
}

async function check(primary: pg.Pool, replica: pg.Pool, age: ReplicaAge): Promise<void> {
  const at = performance.now()
  const position = await primaryPosition(primary)
  if (position !== null) age.primaryWas(position, at)
  const replayed = await replayedPosition(replica)
  if (replayed !== null) age.replicaHas(replayed)
}

/** How far the primary has written its log, in bytes. */
export const primaryPosition = (primary: pg.Pool) => positionOf(primary, 'pg_current_wal_lsn()')

/** How far a replica has replayed it; null if it isn't in recovery: then it is no replica. */
export const replayedPosition = (replica: pg.Pool) =>
  positionOf(replica, 'CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END')

async function positionOf(pool: pg.Pool, lsn: string): Promise<bigint | null> {
  const { rows } = await pool.query<{ position: string | null }>(
    `SELECT pg_wal_lsn_diff(${lsn}, '0/0')::text AS position`,
  )
  const position = rows[0]?.position
  return position ? BigInt(position) : null
}
