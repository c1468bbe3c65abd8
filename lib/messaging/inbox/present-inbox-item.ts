import type { z } from 'zod'
import { isLocale, type Locale, locales } from '@/lib/i18n/locale'
import type { inboxItemResponse } from '@/lib/messaging/inbox/inbox.schemas'
import type { InboxItemRow } from '@/lib/messaging/inbox/inbox.store'
import { renderInboxItem } from '@/lib/messaging/inbox/security-events'

export type InboxItem = z.output<typeof inboxItemResponse>

/** Presents an item in a language, by default that of its owner's account. */
export function presentInboxItem(row: InboxItemRow, locale: Locale = localeOf(row)): InboxItem {
  return {
    id: row.id,
    kind: row.kind,
    ...renderInboxItem(row, locale),
    href: row.href,
    created_at: row.createdAt.toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
  }
}

function localeOf({ ownerLocale }: InboxItemRow): Locale {
  return isLocale(ownerLocale) ? ownerLocale : locales[0]
}
