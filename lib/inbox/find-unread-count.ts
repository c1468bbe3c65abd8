import { countUnread } from '@/lib/inbox/inbox.store'
import { db, type Db } from '@/lib/platform/db/database'

/** How many items a user has not read. */
export async function findUnreadCount(userId: string, from: Db = db()): Promise<number> {
  return (await countUnread(from, [userId])).get(userId) ?? 0
}
