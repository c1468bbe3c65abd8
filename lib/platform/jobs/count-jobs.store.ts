import type { Db } from '@/lib/platform/db/database'

/** How many jobs wait for their turn (or run), and how many were given up. */
export async function countJobs(db: Db): Promise<{ waiting: number; failed: number }> {
  const [counted] = await db.$queryRaw<{ waiting: number; failed: number }[]>`
    SELECT (SELECT count(*)::int FROM jobs WHERE failed_at IS NULL) AS waiting,
      (SELECT count(*)::int FROM jobs WHERE failed_at IS NOT NULL) AS failed`
  return counted!
}
