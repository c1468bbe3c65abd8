import type { z } from 'zod'
import { type Locale, localeOrDefault } from '@/lib/i18n/locale'
import type { inboxItemResponse } from '@/lib/messaging/inbox/inbox.responses'
import type { InboxItemRow } from '@/lib/messaging/inbox/inbox.store'
import { renderInboxItem } from '@/lib/messaging/inbox/security-events'

export type InboxItem = z.output<typeof inboxItemResponse>

/** Presents an item in a language, by default that of its owner's account. */
export function presentInboxItem(
  row: InboxItemRow,
  locale: Locale = localeOrDefault(row.ownerLocale),
): InboxItem {
  return {
    id: row.id,
    kind: row.kind,
    ...renderInboxItem(row, locale),
    href: row.href,
    created_at: row.createdAt.toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
  }
}
