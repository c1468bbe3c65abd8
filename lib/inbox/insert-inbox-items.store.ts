import type { InboxItemRow } from '@/lib/inbox/inbox.store'
import type { Tx } from '@/lib/platform/db/database'

/** Puts items into inboxes, unread; those whose id is there already are left alone. Gives what was put in. */
export function insertInboxItems(
  tx: Tx,
  items: readonly Omit<InboxItemRow, 'readAt'>[],
): Promise<{ id: string; userId: string }[]> {
  return tx.inboxItem.createManyAndReturn({
    data: [...items],
    skipDuplicates: true,
    select: { id: true, userId: true },
  })
}
