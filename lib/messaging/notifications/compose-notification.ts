import { brandedMessages } from '@/lib/brand/brand'
import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format'
import { localeOrDefault } from '@/lib/i18n/locale'
import { fillParagraph, type MailParagraph } from '@/lib/messaging/mail/mail-paragraph'
import type { MailMessage } from '@/lib/messaging/mail/mail-port'
import {
  mailBrand,
  type MailContent,
  renderMailHtml,
  renderMailText,
} from '@/lib/messaging/mail/render-mail'
import { mailFrame } from '@/lib/messaging/mail/mail-frame'
import { NOTIFICATION_LENGTHS } from '@/lib/messaging/notifications/notification.schemas'
import type { BatchRow } from '@/lib/messaging/notifications/notification.store'
import {
  compactPlaceholders,
  fillPlaceholders,
  type NamedReader,
} from '@/lib/messaging/notifications/placeholders'
import type { Recipient } from '@/lib/messaging/notifications/recipients.store'
import { unsubscribeUrl } from '@/lib/messaging/notifications/unsubscribe-link'
import { derivedId } from '@/lib/platform/crypto'
import { truncateText } from '@/lib/platform/input-fields'

/** The page where users choose the channels for notifications. */
export const PREFERENCES_PATH = '/dashboard/account/notifications'

/**
 * The email of a batch to one recipient; fixed texts are in the reader's language. The id is
 * derived from batch and user, so an email sent again after a lost reply is recognized as a
 * duplicate.
 */
export function composeNotificationMail(batch: BatchRow, reader: Recipient): MailMessage {
  const locale = localeOrDefault(reader.locale)
  const texts = brandedMessages(locale).notifications.mail
  const { greeting, greetingTo, buttonFallback } = mailFrame[locale]
  const { linkBaseUrl } = settings().email
  const unsubscribe = unsubscribeUrl(reader.id)
  const hello = reader.name ? formatMessage(greetingTo, { name: reader.name }) : greeting
  const content: MailContent = {
    locale,
    brand: mailBrand(locale),
    subject: truncateText(fillIn(batch, batch.title, reader), NOTIFICATION_LENGTHS.title),
    // A text with placeholders contains its own greeting.
    greeting: batch.personal ? '' : hello,
    before: paragraphs(batch, reader),
    facts: [],
    button: {
      label: texts.button,
      url: `${linkBaseUrl}${batch.href ?? '/dashboard'}`,
      fallback: buttonFallback,
    },
    after: [
      fillParagraph(formatMessage(texts.unsubscribe, { url: unsubscribe })),
      fillParagraph(formatMessage(texts.optOut, { url: `${linkBaseUrl}${PREFERENCES_PATH}` })),
    ],
    footer: [formatMessage(texts.why, { host: new URL(linkBaseUrl).host })],
  }
  return {
    id: derivedId(batch.createdAt, 'notification_mail', batch.id, reader.id),
    to: reader.email,
    subject: content.subject,
    text: renderMailText(content),
    html: renderMailHtml(content),
    locale,
    unsubscribeUrl: unsubscribe,
  }
}

function fillIn({ personal }: BatchRow, text: string, reader: NamedReader): string {
  return personal ? fillPlaceholders(text, reader) : text
}

function paragraphs(batch: BatchRow, reader: NamedReader): MailParagraph[] {
  const body = batch.personal ? compactPlaceholders(batch.body) : batch.body
  return body.split(/\n+/).map((line) => fillParagraph(line, (text) => fillIn(batch, text, reader)))
}

/** The longest text a provider accepts in one message, in UTF-16 units. */
export const SMS_TEXT_LENGTH = 1600

/**
 * The notification as one text message: title, body and link on separate lines, placeholders
 * unfilled.
 */
export function notificationText({
  title,
  body,
  href,
}: Pick<BatchRow, 'title' | 'body' | 'href'>): string {
  return [title, body, ...(href ? [`${settings().email.linkBaseUrl}${href}`] : [])].join('\n')
}

/** The text message to one recipient, cut if the filled-in name makes it too long. */
export function composeNotificationText(batch: BatchRow, reader: NamedReader): string {
  return truncateText(fillIn(batch, notificationText(batch), reader), SMS_TEXT_LENGTH)
}
