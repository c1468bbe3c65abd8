import { listItems } from '@/lib/inbox/inbox.store'
import { presentInboxItem, type InboxItem } from '@/lib/inbox/present-inbox-item'
import type { Locale } from '@/lib/i18n/locale'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import type { Outcome } from '@/lib/platform/problems'
import { refuseCursor } from '@/lib/platform/refuse-cursor'
import type { Principal } from '@/lib/platform/request-context'

/** One page of the signed-in person's own items, newest first, in `locale` or their account's. `cursor` is what the page before returned. */
export async function listInbox(
  principal: Principal,
  by: { unreadOnly: boolean; limit: number; cursor?: string | null; locale?: Locale },
): Promise<Outcome<{ items: InboxItem[]; nextCursor: string | null }>> {
  if (by.cursor && !isId(by.cursor)) return refuseCursor()
  const rows = await listItems(db(), {
    userId: principal.userId,
    unreadOnly: by.unreadOnly,
    limit: by.limit + 1,
    beforeId: by.cursor ?? null,
  })
  const shown = rows.slice(0, by.limit)
  return {
    ok: true,
    items: shown.map((row) => presentInboxItem(row, by.locale)),
    nextCursor: rows.length > by.limit ? shown.at(-1)!.id : null,
  }
}
