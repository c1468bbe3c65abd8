import { brandedMessages } from '@/lib/brand/brand'
import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format'
import { isLocale } from '@/lib/i18n/locale'
import type { MailMessage } from '@/lib/messaging/mail/mail-port'
import {
  mailBrand,
  type MailContent,
  renderMailHtml,
  renderMailText,
} from '@/lib/messaging/mail/render-mail'
import { mailTexts } from '@/lib/messaging/mail/texts/editable-text'
import { NOTIFICATION_LENGTHS } from '@/lib/messaging/notifications/notification.schemas'
import type { BatchRow } from '@/lib/messaging/notifications/notification.store'
import { fillPlaceholders, type NamedReader } from '@/lib/messaging/notifications/placeholders'
import type { Recipient } from '@/lib/messaging/notifications/recipients.store'
import { derivedId } from '@/lib/platform/crypto'
import { truncateText } from '@/lib/platform/input-fields'

/** Where people choose by which ways they take announcements. */
const PREFERENCES_PATH = '/dashboard/account/notifications'

/**
 * The mail of a batch to one of its recipients, in the reader's language as far as the words are
 * ours. Its id is the one that batch and user give: a mail that has to be handed over twice,
 * because an answer was lost, is known as the same.
 */
export function composeNotificationMail(batch: BatchRow, reader: Recipient): MailMessage {
  const locale = isLocale(reader.locale) ? reader.locale : 'en'
  const texts = brandedMessages(locale).notifications.mail
  const { greeting, greetingTo, buttonFallback } = mailTexts(locale)
  const { linkBaseUrl } = settings().email
  const fill = (text: string) => (batch.personal ? fillPlaceholders(text, reader) : text)
  const hello = reader.name ? formatMessage(greetingTo, { name: reader.name }) : greeting
  const content: MailContent = {
    locale,
    brand: mailBrand(locale),
    subject: truncateText(fill(batch.title), NOTIFICATION_LENGTHS.title),
    // A text that names its reader greets as well.
    greeting: batch.personal ? '' : hello,
    before: fill(batch.body).split(/\n+/),
    facts: [],
    button: {
      label: texts.button,
      url: `${linkBaseUrl}${batch.href ?? '/dashboard'}`,
      fallback: buttonFallback,
    },
    after: [formatMessage(texts.optOut, { url: `${linkBaseUrl}${PREFERENCES_PATH}` })],
    footer: [formatMessage(texts.why, { host: new URL(linkBaseUrl).host })],
  }
  return {
    id: derivedId(batch.createdAt, 'notification_mail', batch.id, reader.id),
    to: reader.email,
    subject: content.subject,
    text: renderMailText(content),
    html: renderMailHtml(content),
    locale,
  }
}

/** As much as a provider takes for one message, in UTF-16 units. */
export const SMS_TEXT_LENGTH = 1600

/**
 * A notification as one text message: title, body and link below each other, with its placeholders.
 */
export function notificationText({
  title,
  body,
  href,
}: Pick<BatchRow, 'title' | 'body' | 'href'>): string {
  return [title, body, ...(href ? [`${settings().email.linkBaseUrl}${href}`] : [])].join('\n')
}

/** The same for one of its recipients; what their name makes too long is cut. */
export function composeNotificationText(batch: BatchRow, reader: NamedReader): string {
  const text = notificationText(batch)
  return truncateText(batch.personal ? fillPlaceholders(text, reader) : text, SMS_TEXT_LENGTH)
}
