import { now } from '@/lib/platform/clock'
import type { Db } from '@/lib/platform/db/database'

/** What a process says about itself. */
export interface InstanceReport {
  id: string
  /** Workers of one instance have the same. */
  name: string
  version: string
  /** The newest migration of its build. */
  migration: string
  workers: number
  /** By setting: the value in use, then others that it accepts. */
  sharedSettings: Record<string, string[]>
  /** Its clock compared with that of the database. */
  clockAheadMs: number
}

export interface Instance extends InstanceReport {
  startedAt: Date
}

/** Writes the row of this process. All times are those of the database. */
export async function recordInstance(db: Db, report: InstanceReport): Promise<void> {
  const { id, name, version, migration, workers, clockAheadMs } = report
  const shared = JSON.stringify(report.sharedSettings)
  await db.$executeRaw`
    INSERT INTO instances (id, name, version, migration, workers, shared_settings, clock_ahead_ms, started_at, seen_at)
    VALUES (${id}::uuid, ${name}, ${version}, ${migration}, ${workers}::int, ${shared}::jsonb,
      ${clockAheadMs}::int, clock_timestamp(), clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET shared_settings = EXCLUDED.shared_settings,
      clock_ahead_ms = EXCLUDED.clock_ahead_ms, seen_at = EXCLUDED.seen_at`
}

export async function removeInstance(db: Db, id: string): Promise<void> {
  await db.$executeRaw`DELETE FROM instances WHERE id = ${id}::uuid`
}

/** The processes that wrote their row within the last `seconds`. */
export function listInstances(db: Db, seconds: number): Promise<Instance[]> {
  return db.$queryRaw<Instance[]>`
    SELECT id::text, name, version, migration, workers, shared_settings AS "sharedSettings",
      clock_ahead_ms AS "clockAheadMs", started_at AS "startedAt"
    FROM instances WHERE seen_at > clock_timestamp() - make_interval(secs => ${seconds}::int)
    ORDER BY name, started_at, id LIMIT 1000`
}

/** Deletes the rows of processes that were last seen before an instant. */
export function purgeInstances(db: Db, before: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM instances WHERE id IN
      (SELECT id FROM instances WHERE seen_at < ${before}::timestamptz LIMIT ${limit}::int)`
}

/**
 * How far the clock of this process is ahead of that of the database, in milliseconds: at least, if
 * the answer takes long. The first one may have to wait for a connection.
 */
export async function readClockAhead(db: Db): Promise<number> {
  const [first, second] = [await measureClock(db), await measureClock(db)]
  return Math.abs(first) > Math.abs(second) ? first : second
}

/** The difference closest to 0 that the time of the answer allows. */
async function measureClock(db: Db): Promise<number> {
  const before = now().getTime()
  const [row] = await db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`
  const at = row!.at.getTime()
  const [least, most] = [before - at, now().getTime() - at]
  return least > 0 ? least : Math.min(most, 0)
}
