import { deleteItem } from '@/lib/inbox/inbox.store'
import { publishInboxChanged } from '@/lib/live/publish-live'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'

/** Deletes one of the person's own items for good. Somebody else's is as unknown as one that never was. */
export async function deleteInboxItem({ userId }: Principal, id: string): Promise<Outcome> {
  if (!isId(id)) return refuse('not_found')
  return inTransaction(async (tx) => {
    if (!(await deleteItem(tx, { id, userId }))) return refuse('not_found')
    await publishInboxChanged(tx, [{ userId, reason: 'deleted', itemId: id.toLowerCase() }])
    return { ok: true }
  })
}
