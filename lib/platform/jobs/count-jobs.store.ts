import { COUNT_PROBE } from '@/lib/platform/bounded-count'
import type { Db } from '@/lib/platform/db/database'

/** How many jobs wait for their turn (or run), and how many were given up. */
export async function countJobs(db: Db): Promise<{ waiting: number; failed: number }> {
  const [counted] = await db.$queryRaw<{ waiting: number; failed: number }[]>`
    SELECT (SELECT count(*)::int FROM jobs WHERE failed_at IS NULL) AS waiting,
      (SELECT count(*)::int FROM jobs WHERE failed_at IS NOT NULL) AS failed`
  return counted!
}

/** How many jobs of one kind wait for their turn or another try, or run; stops at COUNT_PROBE. */
export async function countWaitingJobs(db: Db, kind: string): Promise<number> {
  const [counted] = await db.$queryRaw<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM (
      SELECT FROM jobs WHERE kind = ${kind} AND failed_at IS NULL LIMIT ${COUNT_PROBE}::int) waiting`
  return counted!.waiting
}
