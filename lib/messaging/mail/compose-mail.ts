import { settings } from '@/lib/config/settings'
import { formatInstant, formatMessage } from '@/lib/i18n/format'
import { type Locale, localeOrDefault } from '@/lib/i18n/locale'
import { showDetails, toPlaceholders } from '@/lib/messaging/mail/define-mail'
import { builtInText, type MailText, partsOf } from '@/lib/messaging/mail/editable-text'
import { linkTokenRules } from '@/lib/messaging/mail/link-tokens'
import { mailFrame } from '@/lib/messaging/mail/mail-frame'
import type { MailOccasion, MailReader } from '@/lib/messaging/mail/mail-occasion'
import { fillParagraph } from '@/lib/messaging/mail/mail-paragraph'
import type { MailMessage } from '@/lib/messaging/mail/mail-port'
import { type MailKind, mailOf } from '@/lib/messaging/mail/mails'
import { findStoredText } from '@/lib/messaging/mail/stored-text'
import {
  mailBrand,
  type MailContent,
  renderMailHtml,
  renderMailText,
} from '@/lib/messaging/mail/render-mail'
import { toOneLine } from '@/lib/platform/input-fields'

/**
 * Composes an email with the text currently in effect. The text is read from the database for each
 * email, by its key: emails are sent in the background, so a change takes effect at once on every
 * instance.
 */
export async function composeCurrentMail(
  occasion: MailOccasion,
  reader: MailReader,
): Promise<MailMessage> {
  const key = { kind: occasion.mail, locale: localeOrDefault(reader.locale) }
  return composeMail(occasion, reader, await findStoredText(key))
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/**
 * Composes an email in the reader's language, with the built-in text or `written`. Subject and
 * headers contain nothing that a user wrote.
 */
export function composeMail(
  occasion: MailOccasion,
  reader: MailReader,
  written: MailText | null = null,
): MailMessage {
  const { mail, token } = occasion
  const locale = localeOrDefault(reader.locale)
  const { greeting, greetingTo, buttonFallback } = mailFrame[locale]
  const parts = partsOf(written ?? builtInText(mail, locale))
  const url = mailedLink(mail, token)
  const own = { link: url, ...ownAddresses() }
  const filledIn = [own.link, own.forgot_url]
  const values = { ...placeholders(occasion, locale), ...own }
  const fill = (message: string) => formatMessage(message, values)
  // Our own addresses are filled in first, because they become links as if they were written there.
  const paragraph = (message: string) =>
    fillParagraph(formatMessage(message, own), fill).map((piece) =>
      typeof piece === 'string' ? piece : { ...piece, isFilledIn: filledIn.includes(piece.url) },
    )
  const content: MailContent = {
    locale,
    brand: mailBrand(locale),
    subject: toOneLine(fill(parts.subject)),
    greeting: reader.name ? formatMessage(greetingTo, { name: reader.name }) : greeting,
    before: parts.before.map(paragraph),
    facts: factsOf(occasion, locale),
    button:
      parts.button === null ? null : { label: fill(parts.button), url, fallback: buttonFallback },
    after: parts.after.map(paragraph),
    footer: [fill(mailOf(mail).texts[locale].why)],
  }
  return {
    to: reader.email,
    subject: content.subject,
    text: renderMailText(content),
    html: renderMailHtml(content),
    locale,
  }
}

/** The target of an email's button. */
export function mailedLink(mail: MailKind, token?: string): string {
  const { email, baseUrl } = settings()
  const { link } = mailOf(mail)
  const sameBrowser = link.token && linkTokenRules(link.token).sameBrowser
  const base = sameBrowser ? baseUrl : email.linkBaseUrl
  return `${base}${link.path}${token ? `?token=${token}` : ''}`
}

function ownAddresses() {
  const { linkBaseUrl } = settings().email
  return { host: new URL(linkBaseUrl).host, forgot_url: `${linkBaseUrl}/auth/forgot-password` }
}

function placeholders(
  { mail, details = {} }: MailOccasion,
  locale: Locale,
): Record<string, string | number> {
  const { token } = mailOf(mail).link
  return {
    ...toPlaceholders(showDetails(details, mailOf(mail).details, locale)),
    product: settings().brand.productName,
    ...(token && { life: lifetime(linkTokenRules(token).lifetimeSeconds(), locale) }),
    lockout: lifetime(settings().guard.lockoutDurationSeconds, locale),
  }
}

function factsOf(
  { mail, at, ip, device, details = {}, registeredAt }: MailOccasion,
  locale: Locale,
): MailContent['facts'] {
  const { facts: labels } = mailFrame[locale]
  if (registeredAt)
    return [{ label: labels.registered, value: formatInstant(registeredAt, locale) }]
  const { facts, details: declared = {} } = mailOf(mail)
  if (!facts) return []
  const shown = showDetails(details, declared, locale)
  return [
    ...Object.entries(declared)
      .filter(([name]) => shown[name] !== undefined)
      .map(([name, { label }]) => ({ label: label[locale], value: String(shown[name]) })),
    { label: labels.when, value: formatInstant(at, locale) },
    ...(ip ? [{ label: labels.ip, value: ip }] : []),
    ...(device ? [{ label: labels.device, value: device }] : []),
  ]
}

// Exact, in the largest unit that divides it: the email must not promise more time than the link
// has.
function lifetime(seconds: number, locale: Locale): string {
  const [unit, length] = UNITS.find(([, length]) => seconds % length === 0)!
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / length,
  )
}
