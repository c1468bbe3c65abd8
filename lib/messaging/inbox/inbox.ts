import type { Locale } from '@/lib/i18n/locale'
import {
  countUnread,
  deleteItem,
  findOwnItem,
  listItems,
  markItemRead,
  markItemsRead,
} from '@/lib/messaging/inbox/inbox.store'
import { type InboxItem, presentInboxItem } from '@/lib/messaging/inbox/present-inbox-item'
import { publishInboxChanged } from '@/lib/messaging/live/publish-live'
import { db, type Db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId } from '@/lib/platform/ids'
import { listPageById, type PageRequest } from '@/lib/platform/pagination'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/**
 * One page of the signed-in person's own items, newest first, in `locale` or the language of their
 * account.
 */
export async function listInbox(
  principal: Principal,
  { unreadOnly, locale, ...page }: PageRequest & { unreadOnly: boolean; locale?: Locale },
): Promise<Outcome<{ items: InboxItem[]; nextCursor: string | null }>> {
  const { userId } = principal
  const listed = await listPageById('inbox', page, (by) =>
    listItems(db(), { userId, unreadOnly, ...by }),
  )
  if (!listed.ok) return listed
  const items = listed.rows.map((row) => presentInboxItem(row, locale))
  return { ok: true, items, nextCursor: listed.nextCursor }
}

/** How many items a user has not read. */
export async function findUnreadCount(userId: string, from: Db = db()): Promise<number> {
  return (await countUnread(from, [userId])).get(userId) ?? 0
}

/**
 * Marks one of the person's own items as read; repeated, it changes nothing. Somebody else's is as
 * unknown as one that never was.
 */
export async function markInboxItemRead(
  { userId }: Principal,
  id: string,
  ctx: RequestContext,
): Promise<Outcome<{ item: InboxItem }>> {
  if (!isId(id)) return refuse('not_found')
  return inTransaction(async (tx) => {
    const changed = await markItemRead(tx, { id, userId, now: ctx.now })
    if (changed)
      await publishInboxChanged(tx, [{ userId, reason: 'read', itemId: id.toLowerCase() }])
    const row = await findOwnItem(tx, { id, userId })
    return row ? { ok: true, item: presentInboxItem(row) } : refuse('not_found')
  })
}

/**
 * Marks all of the person's own items as read. Says how many were not, and how many are unread now:
 * some may have come meanwhile.
 */
export function markInboxRead(
  { userId }: Principal,
  ctx: RequestContext,
): Promise<Outcome<{ read: number; unreadCount: number }>> {
  return inTransaction(async (tx) => {
    const read = await markItemsRead(tx, { userId, now: ctx.now })
    if (read > 0) await publishInboxChanged(tx, [{ userId, reason: 'read', itemId: null }])
    return { ok: true, read, unreadCount: await findUnreadCount(userId, tx) }
  })
}

/**
 * Deletes one of the person's own items for good. Somebody else's is as unknown as one that never
 * was.
 */
export async function deleteInboxItem({ userId }: Principal, id: string): Promise<Outcome> {
  if (!isId(id)) return refuse('not_found')
  return inTransaction(async (tx) => {
    if (!(await deleteItem(tx, { id, userId }))) return refuse('not_found')
    await publishInboxChanged(tx, [{ userId, reason: 'deleted', itemId: id.toLowerCase() }])
    return { ok: true }
  })
}
