import type { InboxItemRow } from '@/lib/inbox/inbox.store'
import { wordInboxItem } from '@/lib/inbox/word-inbox-item'
import { isLocale, locales, type Locale } from '@/lib/i18n/locale'

/** An item as its owner sees it. Times in RFC 3339. */
export interface InboxItem {
  id: string
  kind: string
  title: string
  body: string | null
  href: string | null
  created_at: string
  read_at: string | null
}

/** Shows an item in a language: that of its owner's account unless told otherwise. */
export function presentInboxItem(row: InboxItemRow, locale: Locale = localeOf(row)): InboxItem {
  return {
    id: row.id,
    kind: row.kind,
    ...wordInboxItem(row, locale),
    href: row.href,
    created_at: row.createdAt.toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
  }
}

function localeOf({ ownerLocale }: InboxItemRow): Locale {
  return isLocale(ownerLocale) ? ownerLocale : locales[0]
}
