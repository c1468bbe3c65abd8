import type { Db } from '@/lib/platform/db/database'

/** What a person is told in the product. */
export interface InboxItemRow {
  id: string
  userId: string
  kind: string
  title: string
  body: string | null
  href: string | null
  createdAt: Date
  readAt: Date | null
}

/** How many items each of these users has not read; users without any are missing. */
export async function countUnread(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ userId: string; count: number }[]>`
    SELECT user_id::text AS "userId", count(*)::int AS count FROM inbox_items
    WHERE user_id = ANY(${[...userIds]}::uuid[]) AND read_at IS NULL GROUP BY user_id`
  return new Map(rows.map(({ userId, count }) => [userId, count]))
}

/** The items of these ids that exist, by id. */
export async function findInboxItems(db: Db, ids: readonly string[]): Promise<Map<string, InboxItemRow>> {
  const rows = await db.inboxItem.findMany({ where: { id: { in: [...ids] } } })
  return new Map(rows.map((row) => [row.id, row]))
}
