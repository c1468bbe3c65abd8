import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import { composeMail } from '@/lib/messaging/mail/compose-mail'
import { mailFrame } from '@/lib/messaging/mail/mail-frame'
import type { MailMessage } from '@/lib/messaging/mail/mail-port'
import { type MailKind, mailOf } from '@/lib/messaging/mail/mails'
import { describeMailError, type Mailer, mailer } from '@/lib/messaging/mail/mailer'
import { mailBrand, renderMailHtml, renderMailText } from '@/lib/messaging/mail/render-mail'
import type { MailText } from '@/lib/messaging/mail/editable-text'

/** Long enough for a slow server, short enough for a user waiting for the page. */
const WITHIN_MS = 15_000

/** Sends a test email with the current settings. `shownIn` is the language of the result. */
export function testMail(
  to: string,
  { locale, shownIn, sender }: { locale: Locale; shownIn: Locale; sender?: Mailer },
): Promise<{ passed: boolean; detail: string }> {
  return trySend(composeTestMail(to, locale), { locale: shownIn, sender })
}

/**
 * Sends an email immediately instead of queuing it. If the server refused, `detail` is its own
 * message, otherwise ours in a language.
 */
export async function trySend(
  message: MailMessage,
  { locale, sender = mailer() }: { locale: Locale; sender?: Mailer | undefined },
): Promise<{ passed: boolean; detail: string }> {
  try {
    await sender.send(message, AbortSignal.timeout(WITHIN_MS))
  } catch (error) {
    return { passed: false, detail: describeMailError(error) }
  }
  const { mailLogged, mailAccepted } = messagesFor(locale).settings.test.results
  if (settings().mail.driver === 'log') return { passed: true, detail: mailLogged }
  const detail = formatMessage(mailAccepted, { to: message.to, server: sender.describe() })
  return { passed: true, detail }
}

function composeTestMail(to: string, locale: Locale): MailMessage {
  const texts = messagesFor(locale).settings.testMail
  const { greeting, buttonFallback } = mailFrame[locale]
  const { linkBaseUrl } = settings().email
  const host = new URL(linkBaseUrl).host
  const content = {
    locale,
    brand: mailBrand(locale),
    subject: formatMessage(texts.subject, { host }),
    greeting,
    before: [[formatMessage(texts.body, { host })]],
    facts: [],
    button: {
      label: texts.button,
      url: `${linkBaseUrl}/dashboard/settings/mail`,
      fallback: buttonFallback,
    },
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

/** Sample facts: a documentation address and a link that doesn't work. */
const SAMPLE = { token: 'sample', ip: '192.0.2.1', device: 'Firefox, Linux' }

/** Sample values of an email's details. */
export function sampleDetails(kind: MailKind): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(mailOf(kind).details ?? {}).map(([name, { sample }]) => [name, sample]),
  )
}

/** The email as sent with that text, with sample facts and a link that doesn't work. */
export function composeSample(
  { kind, locale }: { kind: MailKind; locale: Locale },
  text: MailText,
  { to, now }: { to: string; now: Date },
): MailMessage {
  const occasion = { mail: kind, at: now, ...SAMPLE, details: sampleDetails(kind) }
  return composeMail(occasion, { email: to, name: null, locale }, text)
}

/** The same with a subject that marks it as a sample, so it isn't mistaken for the real email. */
export function composeTestSample(...about: Parameters<typeof composeSample>): MailMessage {
  const sample = composeSample(...about)
  const { subject } = messagesFor(sample.locale).brand.mailTexts.sample
  return { ...sample, subject: formatMessage(subject, { subject: sample.subject }) }
}
