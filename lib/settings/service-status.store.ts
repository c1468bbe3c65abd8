import type { Db } from '@/lib/platform/db/database'

/** The jobs of one kind. */
export interface QueueDepth {
  kind: string
  waiting: number
  /** Waiting for another attempt after a failure. */
  retrying: number
  failed: number
}

/** The number of waiting, retrying and failed jobs, by kind. */
export function listQueueDepths(db: Db): Promise<QueueDepth[]> {
  return db.$queryRaw<QueueDepth[]>`
    SELECT kind, count(*) FILTER (WHERE failed_at IS NULL)::int AS waiting,
      count(*) FILTER (WHERE failed_at IS NULL AND attempts > 0 AND last_error IS NOT NULL)::int AS retrying,
      count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS failed
    FROM jobs GROUP BY kind ORDER BY kind`
}

/** Recurring jobs, ordered by their next run. */
export function listScheduledTasks(db: Db): Promise<{ name: string; nextRunAt: Date }[]> {
  return db.$queryRaw`SELECT name, next_run_at AS "nextRunAt" FROM recurring_tasks ORDER BY next_run_at, name LIMIT 100`
}

export async function readMigrations(db: Db): Promise<{ count: number; last: string | null }> {
  const [found] = await db.$queryRaw<{ count: number; last: string | null }[]>`
    SELECT count(*)::int AS count, max(migration_name) AS last FROM _prisma_migrations WHERE finished_at IS NOT NULL`
  return found!
}

export async function readDatabaseVersion(db: Db): Promise<string> {
  const [found] = await db.$queryRaw<
    { version: string }[]
  >`SELECT current_setting('server_version') AS version`
  return found!.version
}
