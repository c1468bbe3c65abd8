import type { BatchRow } from '@/lib/messaging/notifications/notification.store'
import type { Tx } from '@/lib/platform/db/database'
import { Prisma } from '@/prisma/generated/client'

/**
 * Which batches that are scheduled or running: one; those requested with an API key; or those that
 * a user created at `since` or later. `throughKeys`: also those of service accounts, with an API
 * key that the user created for one since.
 */
export type Unended =
  | { batchId: string }
  | { userId: string; apiKeyId: string }
  | { userId: string; since: Date; throughKeys: boolean }

/** A batch that was canceled, as audited, and the last recipient for whom messages may wait. */
type CanceledBatch = Pick<
  BatchRow,
  'id' | 'channels' | 'total' | 'delivered' | 'failed' | 'skipped' | 'reachedId'
>

function unended(which: Unended): Prisma.Sql {
  return Prisma.sql`status IN ('scheduled', 'running') AND ${belonging(which)}`
}

function belonging(which: Unended): Prisma.Sql {
  if ('batchId' in which) return Prisma.sql`id = ${which.batchId}::uuid`
  if ('apiKeyId' in which)
    return Prisma.sql`created_by = ${which.userId}::uuid AND api_key_id = ${which.apiKeyId}::uuid`
  const { userId, since, throughKeys } = which
  return Prisma.sql`created_at >= ${since}::timestamptz AND (created_by = ${userId}::uuid
    OR ${throughKeys}::boolean AND api_key_id IN (
      SELECT id FROM api_keys WHERE created_by = ${userId}::uuid AND created_at >= ${since}::timestamptz))`
}

/**
 * Locks these batches until the transaction ends. In the order of their ids, so that two
 * transactions that lock several of the same don't wait for each other in a circle.
 */
export async function lockUnended(tx: Tx, which: Unended): Promise<void> {
  await tx.$queryRaw`
    SELECT count(*) FROM (
      SELECT 1 FROM notification_batches WHERE ${unended(which)} ORDER BY id FOR UPDATE) AS held`
}

/**
 * Cancels these batches, which are locked unless there is only one, in one statement: nothing of
 * them is served after it. Returns how many there were, and up to `limit` of them; those that
 * reached anyone come first.
 */
export async function cancelUnended(
  tx: Tx,
  which: Unended,
  { limit, now }: { limit: number; now: Date },
): Promise<{ count: number; some: CanceledBatch[] }> {
  const rows = await tx.$queryRaw<(CanceledBatch & { count: number })[]>`
    WITH canceled AS (
      UPDATE notification_batches SET status = 'cancelled', finished_at = ${now}::timestamptz,
        updated_at = ${now}::timestamptz
      WHERE ${unended(which)}
      RETURNING id, channels, total, delivered, failed, skipped, reached_id)
    SELECT id::text, channels, total, delivered, failed, skipped, reached_id::text AS "reachedId",
      (count(*) OVER ())::int AS count
    FROM canceled ORDER BY reached_id IS NULL, id LIMIT ${limit}::int`
  return { count: rows[0]?.count ?? 0, some: rows }
}
