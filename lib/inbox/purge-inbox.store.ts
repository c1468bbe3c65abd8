import { v7 } from 'uuid'
import type { Db } from '@/lib/platform/db/database'

/** Deletes up to `limit` items made before then, read or not. Returns how many. Ids sort by time: no index of times is needed. */
export async function purgeInboxItems(db: Db, before: Date, limit: number): Promise<number> {
  const bound = v7({ msecs: before.getTime(), random: new Uint8Array(16), seq: 0 })
  return db.$executeRaw`
    DELETE FROM inbox_items WHERE id IN (
      SELECT id FROM inbox_items WHERE id < ${bound}::uuid ORDER BY id LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}
