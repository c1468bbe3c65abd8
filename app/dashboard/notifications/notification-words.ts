import { formatCount, formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { Channel } from '@/lib/notifications/notification.schemas'
import type { PresentedNotification } from '@/lib/notifications/present-notification'

type Texts = Messages['notificationPages']

/** What is filled in for each recipient, as it is typed. */
const PLACEHOLDERS = ['{{name}}', '{{email}}']

/** Who a notification is for, in words. */
export function audienceInWords(
  { kind, role, user_count: count }: PresentedNotification['audience'],
  locale: Locale,
  { audiences }: Texts,
): string {
  if (kind === 'role') return formatMessage(audiences.role, { role: role ?? '' })
  return kind === 'users' ? formatCount(audiences.users, count ?? 0, locale) : audiences.all
}

/** The channels as a list of labels: "Inbox, Email". */
export function listChannels(channels: readonly Channel[], { channelNames }: Texts): string {
  return channels.map((channel) => channelNames[channel]).join(', ')
}

/** The channels within a sentence: "in the inbox and by email". */
export function channelsInWords(
  channels: readonly Channel[],
  locale: Locale,
  { channelsInWords: words }: Texts,
): string {
  return new Intl.ListFormat(locale).format(channels.map((channel) => words[channel]))
}

/** A message with the names of what can be filled in. */
export function withPlaceholders(message: string, locale: Locale, values: Record<string, string> = {}) {
  const placeholders = new Intl.ListFormat(locale).format(PLACEHOLDERS)
  return formatMessage(message, { ...values, placeholders })
}
