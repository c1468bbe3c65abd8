import { brandedMessages } from '@/lib/brand/brand'
import { formatMessage } from '@/lib/i18n/format'
import { type Locale, localeOrDefault } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { InboxContent } from '@/lib/messaging/inbox/create-inbox-items'
import {
  INBOX_LENGTHS,
  type InboxParams,
  type ShownText,
} from '@/lib/messaging/inbox/inbox.schemas'
import { truncateText } from '@/lib/platform/input-fields'
import { ownValue } from '@/lib/platform/own-value'

/**
 * A text of the reader's language; no body means the stored one. Null if `params` lacks something.
 */
type Text = (messages: Messages, params: InboxParams) => { title: string; body?: string } | null

/** The texts of items for administrators, by kind. Items of earlier versions have no `params`. */
const texts = {
  'contact.received': ({ contacts }, { name }) => (name === undefined ? null : contacts.newMessage),
  'registration.waiting': ({ registrations: { inbox } }, { email, several }) =>
    several === undefined ? (email === undefined ? null : inbox.one) : inbox.many,
} as const satisfies Record<string, Text>

/**
 * The content of an item for an administrator. As with security events, the shown texts are
 * rendered when it is read; the stored ones are in the language of the account, for earlier
 * versions.
 */
export function administrativeContent(
  item: Omit<InboxContent, 'title'> & { kind: keyof typeof texts; params: InboxParams },
  locale: string | null,
): InboxContent {
  const { kind, params, body = null } = item
  const stored = { kind, params, title: kind, body }
  return { ...item, ...(renderAdministrativeItem(stored, localeOrDefault(locale)) ?? stored) }
}

/** Title and body of an item in a language; null if it is not one of these, or has no `params`. */
export function renderAdministrativeItem(
  { kind, params, body }: { kind: string; params: InboxParams } & ShownText,
  locale: Locale,
): ShownText | null {
  const found = ownValue<Text>(texts, kind)?.(brandedMessages(locale), params)
  if (!found) return null
  const title = truncateText(formatMessage(found.title, params), INBOX_LENGTHS.title)
  return { title, body: found.body ?? body }
}
