import { brandedMessages } from '@/lib/brand/brand'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { InboxParams } from '@/lib/messaging/inbox/inbox.schemas'

interface RenderedText {
  title: string
  body: string | null
}

/** Title and body of an item in a language: by its kind if known, otherwise as stored. */
export function renderInboxItem(
  item: { kind: string; params: InboxParams } & RenderedText,
  locale: Locale,
): RenderedText {
  const { kinds } = brandedMessages(locale).inbox
  if (!Object.hasOwn(kinds, item.kind)) return { title: item.title, body: item.body }
  const { title, body } = kinds[item.kind as keyof typeof kinds]
  const fullBody = [body, originSentence(item.params, locale)].filter(Boolean).join(' ')
  return { title: formatMessage(title, item.params), body: formatMessage(fullBody, item.params) }
}

/** The sentence that says where a request came from, as far as known. */
function originSentence({ device, ip }: InboxParams, locale: Locale): string | null {
  const { origin } = brandedMessages(locale).inbox
  if (device && ip) return origin.deviceAndIp
  return device ? origin.device : ip ? origin.ip : null
}
