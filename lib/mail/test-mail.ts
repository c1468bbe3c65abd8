import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import { describeMailFault } from '@/lib/mail/describe-mail-fault'
import { mailBrand } from '@/lib/mail/mail-content'
import type { MailMessage } from '@/lib/mail/mail-port'
import { mailer } from '@/lib/mail/mailer'
import { renderMailHtml } from '@/lib/mail/render-mail-html'
import { renderMailText } from '@/lib/mail/render-mail-text'
import { mailTexts } from '@/lib/mail/texts/mail-texts'

/** Long enough for a slow server, short enough for somebody who waits for the page. */
const WITHIN_MS = 15_000

/** Sends a test mail with the settings in force. */
export function testMail(to: string, locale: Locale): Promise<{ passed: boolean; detail: string }> {
  return trySending(composeTestMail(to, locale))
}

/** Sends a mail now rather than by the queue. `detail` is in the server's own words where it refused. */
export async function trySending(message: MailMessage): Promise<{ passed: boolean; detail: string }> {
  const sender = mailer()
  try {
    await sender.send(message, AbortSignal.timeout(WITHIN_MS))
  } catch (error) {
    return { passed: false, detail: describeMailFault(error) }
  }
  const { driver } = settings().mail
  if (driver === 'log')
    return { passed: true, detail: 'MAIL_DRIVER is log, so the email was written to the server log.' }
  return { passed: true, detail: `Accepted for ${message.to} by ${sender.describe()}.` }
}

function composeTestMail(to: string, locale: Locale): MailMessage {
  const texts = messagesFor(locale).settings.testMail
  const { greeting, buttonFallback } = mailTexts(locale)
  const { linkBaseUrl } = settings().email
  const host = new URL(linkBaseUrl).host
  const content = {
    locale,
    brand: mailBrand(locale),
    subject: formatMessage(texts.subject, { host }),
    greeting,
    before: [formatMessage(texts.body, { host })],
    facts: [],
    button: { label: texts.button, url: `${linkBaseUrl}/dashboard/settings/mail`, fallback: buttonFallback },
    after: [],
    footer: [formatMessage(texts.why, { host })],
  }
  return {
    to,
    subject: content.subject,
    text: renderMailText(content),
    html: renderMailHtml(content),
    locale,
  }
}
