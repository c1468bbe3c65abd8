import { findUnreadCount } from '@/lib/inbox/find-unread-count'
import { markItemsRead } from '@/lib/inbox/inbox.store'
import { publishInboxChanged } from '@/lib/live/publish-live'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/** Marks all of the person's own items as read. Says how many were not, and how many are unread now: some may have come meanwhile. */
export function readWholeInbox(
  { userId }: Principal,
  ctx: RequestContext,
): Promise<Outcome<{ read: number; unreadCount: number }>> {
  return inTransaction(async (tx) => {
    const read = await markItemsRead(tx, { userId, now: ctx.now })
    if (read > 0) await publishInboxChanged(tx, [{ userId, reason: 'read', itemId: null }])
    return { ok: true, read, unreadCount: await findUnreadCount(userId, tx) }
  })
}
