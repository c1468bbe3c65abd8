import { findOwnItem, markItemRead } from '@/lib/inbox/inbox.store'
import { presentInboxItem, type InboxItem } from '@/lib/inbox/present-inbox-item'
import { publishInboxChanged } from '@/lib/live/publish-live'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/** Marks one of the person's own items as read; repeated, it changes nothing. Somebody else's is as unknown as one that never was. */
export async function readInboxItem(
  { userId }: Principal,
  id: string,
  ctx: RequestContext,
): Promise<Outcome<{ item: InboxItem }>> {
  if (!isId(id)) return refuse('not_found')
  return inTransaction(async (tx) => {
    const changed = await markItemRead(tx, { id, userId, now: ctx.now })
    if (changed) await publishInboxChanged(tx, [{ userId, reason: 'read', itemId: id.toLowerCase() }])
    const row = await findOwnItem(tx, { id, userId })
    return row ? { ok: true, item: presentInboxItem(row) } : refuse('not_found')
  })
}
