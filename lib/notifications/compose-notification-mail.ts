import { brandedMessages } from '@/lib/brand/branded-messages'
import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format-message'
import { isLocale } from '@/lib/i18n/locale'
import type { MailMessage } from '@/lib/mail/mail-port'
import { mailBrand, type MailContent } from '@/lib/mail/mail-content'
import { renderMailHtml } from '@/lib/mail/render-mail-html'
import { renderMailText } from '@/lib/mail/render-mail-text'
import { mailTexts } from '@/lib/mail/texts/mail-texts'
import { NOTIFICATION_LENGTHS } from '@/lib/notifications/notification.schemas'
import type { BatchRow } from '@/lib/notifications/notification.store'
import { fillPlaceholders } from '@/lib/notifications/personal-text'
import type { Recipient } from '@/lib/notifications/recipients.store'
import { cutText } from '@/lib/platform/cut-text'
import { derivedId } from '@/lib/platform/derived-id'

/** Where people choose by which ways they take announcements. */
const PREFERENCES_PATH = '/dashboard/account/notifications'

/**
 * The mail of a batch to one of its recipients, in the reader's language as far as the words are ours. Its id is the one that batch and
 * user give: a mail that has to be handed over twice, because an answer was lost, is known as the same.
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
    subject: cutText(fill(batch.title), NOTIFICATION_LENGTHS.title),
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
