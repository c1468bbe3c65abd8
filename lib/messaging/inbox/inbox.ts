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
 * One page of the signed-in user's own items, newest first, in `locale` or the language of the
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

/** The number of a user's unread items. */
export async function findUnreadCount(userId: string, from: Db = db()): Promise<number> {
  return (await countUnread(from, [userId])).get(userId) ?? 0
}

/**
 * Marks one of the user's own items as read; repeating it changes nothing. Another user's item is
 * reported as not found.
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
 * Marks all of the user's own items as read. Returns how many were unread, and the unread count
 * now: new items may have arrived meanwhile.
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
 * Permanently deletes one of the user's own items. Another user's item is reported as not found.
 */
export async function deleteInboxItem({ userId }: Principal, id: string): Promise<Outcome> {
  if (!isId(id)) return refuse('not_found')
  return inTransaction(async (tx) => {
    if (!(await deleteItem(tx, { id, userId }))) return refuse('not_found')
    await publishInboxChanged(tx, [{ userId, reason: 'deleted', itemId: id.toLowerCase() }])
    return { ok: true }
  })
}
