import { settings } from '@/lib/config/settings'
import type { BatchRow } from '@/lib/notifications/notification.store'
import { fillPlaceholders, type NamedReader } from '@/lib/notifications/personal-text'
import { cutText } from '@/lib/platform/cut-text'

/** As much as a provider takes for one message, in UTF-16 units. */
export const SMS_TEXT_LENGTH = 1600

/** A notification as one text message: title, body and link below each other, with its placeholders. */
export function notificationText({ title, body, href }: Pick<BatchRow, 'title' | 'body' | 'href'>): string {
  return [title, body, ...(href ? [`${settings().email.linkBaseUrl}${href}`] : [])].join('\n')
}

/** The same for one of its recipients; what their name makes too long is cut. */
export function composeNotificationText(batch: BatchRow, reader: NamedReader): string {
  const text = notificationText(batch)
  return cutText(batch.personal ? fillPlaceholders(text, reader) : text, SMS_TEXT_LENGTH)
}
