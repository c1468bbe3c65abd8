import { listItems } from '@/lib/inbox/inbox.store'
import { presentInboxItem, type InboxItem } from '@/lib/inbox/present-inbox-item'
import type { Locale } from '@/lib/i18n/locale'
import { db } from '@/lib/platform/db/database'
import { listPageById, type PageRequest } from '@/lib/platform/list-page'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'

/** One page of the signed-in person's own items, newest first, in `locale` or the language of their account. */
export async function listInbox(
  principal: Principal,
  { unreadOnly, locale, ...page }: PageRequest & { unreadOnly: boolean; locale?: Locale },
): Promise<Outcome<{ items: InboxItem[]; nextCursor: string | null }>> {
  const { userId } = principal
  const listed = await listPageById('inbox', page, (by) => listItems(db(), { userId, unreadOnly, ...by }))
  if (!listed.ok) return listed
  const items = listed.rows.map((row) => presentInboxItem(row, locale))
  return { ok: true, items, nextCursor: listed.nextCursor }
}
