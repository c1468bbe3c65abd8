import { CONFIRMATION_SECONDS } from '@/lib/accounts/unproven-sign-in.store'
import { settings } from '@/lib/config/settings'
import { formatInstant, formatMessage } from '@/lib/i18n/format'
import { isLocale, type Locale } from '@/lib/i18n/locale'
import type { MailMessage } from '@/lib/messaging/mail/mail-port'
import type { MailKind } from '@/lib/messaging/mail/mail-request.schemas'
import { findMailText } from '@/lib/messaging/mail/mail-text.store'
import {
  mailBrand,
  type MailContent,
  renderMailHtml,
  renderMailText,
} from '@/lib/messaging/mail/render-mail'
import {
  builtInText,
  type MailText,
  mailTexts,
  partsOf,
  readMailText,
} from '@/lib/messaging/mail/texts/editable-text'
import type { MailTexts } from '@/lib/messaging/mail/texts/mail-texts'
import { db } from '@/lib/platform/db/database'
import { toOneLine } from '@/lib/platform/input-fields'
import { logger } from '@/lib/platform/logger'

/**
 * Composes an email with the text currently in effect. The text is read from the database for each
 * email, by its key: emails are sent in the background, so a change takes effect at once on every
 * instance.
 */
export async function composeCurrentMail(
  occasion: MailOccasion,
  reader: MailReader,
): Promise<MailMessage> {
  return composeMail(occasion, reader, await findStoredText(occasion, reader))
}

/**
 * A text accepted by an earlier version may be invalid now. Then the built-in text is used, so that
 * no email is lost.
 */
async function findStoredText(
  { mail: kind }: MailOccasion,
  reader: MailReader,
): Promise<MailText | null> {
  const key = { kind, locale: mailLocale(reader) }
  const stored = await findMailText(db(), key)
  if (!stored) return null
  const read = readMailText(key, stored)
  if (read.ok) return read.text
  logger().warn(
    { ...key, errors: read.errors },
    'a stored mail text does not fit; the built-in one was sent',
  )
  return null
}

/**
 * What an email is about: `at` is when it happened, the rest if known. `token` goes into the link
 * of emails that have one.
 */
export interface MailOccasion {
  mail: MailKind
  at: Date
  ip?: string
  device?: string
  /** The display name of the sign-in provider, never a value that the provider sent. */
  provider?: string
  /** When the address was registered that the email asks to confirm. */
  registeredAt?: Date
  /** How many recovery codes are left. */
  codesLeft?: number
  token?: string
}

/**
 * The recipient. `name` is given only for confirmed addresses: an attacker could register with an
 * advertisement as the name.
 */
interface MailReader {
  email: string
  name: string | null
  locale: string | null
}

const PATHS: Record<MailKind, string> = {
  verify_email: '/auth/verify-email',
  reset_password: '/auth/reset-password',
  already_registered: '/auth/login',
  password_changed: '/auth/forgot-password',
  refresh_token_reused: '/auth/forgot-password',
  mfa_enabled: '/auth/forgot-password',
  mfa_disabled: '/auth/forgot-password',
  mfa_reset: '/auth/forgot-password',
  recovery_codes_renewed: '/auth/forgot-password',
  recovery_code_used: '/auth/forgot-password',
  mfa_locked: '/auth/forgot-password',
  identity_linked: '/auth/forgot-password',
  identity_unlinked: '/auth/forgot-password',
  invitation: '/auth/invitation',
  account_ready: '/auth/forgot-password',
  confirm_address: '/auth/verify-email',
  address_changed: '/auth/login',
  confirm_email_change: '/auth/confirm-email',
  email_change_requested: '/auth/forgot-password',
  address_wanted: '/auth/login',
  phone_changed: '/auth/forgot-password',
  phone_removed: '/auth/forgot-password',
  mail_settings_changed: '/dashboard/settings',
  account_deleted: '/',
  confirm_sign_in: '/auth/confirm-sign-in',
}
/** Emails that ask for an action rather than report an event. */
const WITHOUT_FACTS = new Set<MailKind>([
  'verify_email',
  'invitation',
  'account_ready',
  'confirm_address',
  // May reach a stranger if the address was mistyped, who must not learn where the request came
  // from.
  'confirm_email_change',
  'address_wanted',
  'confirm_sign_in',
])
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

function mailLocale({ locale }: Pick<MailReader, 'locale'>): Locale {
  return isLocale(locale) ? locale : 'en'
}

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
  const locale = mailLocale(reader)
  const texts = mailTexts(locale)
  const parts = partsOf(written ?? builtInText(mail, locale))
  const url = mailedLink(mail, token)
  const fill = (message: string) =>
    formatMessage(message, { ...placeholders(occasion, locale), link: url })
  const content: MailContent = {
    locale,
    brand: mailBrand(locale),
    subject: toOneLine(fill(parts.subject)),
    greeting: reader.name ? formatMessage(texts.greetingTo, { name: reader.name }) : texts.greeting,
    before: parts.before.map(fill),
    facts: factsOf(occasion, texts, locale),
    button:
      parts.button === null
        ? null
        : { label: fill(parts.button), url, fallback: texts.buttonFallback },
    after: parts.after.map(fill),
    footer: [fill(texts.mails[mail].why)],
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
  // The link works only in the browser that signed in, whose cookie is set for the address of the
  // pages.
  const base = mail === 'confirm_sign_in' ? baseUrl : email.linkBaseUrl
  return `${base}${PATHS[mail]}${token ? `?token=${token}` : ''}`
}

function placeholders(
  { mail, provider = '' }: MailOccasion,
  locale: Locale,
): Record<string, string> {
  const { linkBaseUrl } = settings().email
  return {
    host: new URL(linkBaseUrl).host,
    provider,
    product: settings().brand.productName,
    life: lifetime(lifeSeconds(mail), locale),
    lockout: lifetime(settings().guard.lockoutDurationSeconds, locale),
    forgot_url: `${linkBaseUrl}/auth/forgot-password`,
  }
}

function lifeSeconds(mail: MailKind): number {
  const { verifyTokenTtlSeconds, resetTokenTtlSeconds, invitationTokenTtlSeconds } =
    settings().email
  if (mail === 'invitation') return invitationTokenTtlSeconds
  if (mail === 'confirm_sign_in') return CONFIRMATION_SECONDS
  return mail === 'reset_password' ? resetTokenTtlSeconds : verifyTokenTtlSeconds
}

function factsOf(
  { mail, at, ip, device, provider, codesLeft, registeredAt }: MailOccasion,
  { facts }: MailTexts,
  locale: Locale,
) {
  if (registeredAt) return [{ label: facts.registered, value: formatInstant(registeredAt, locale) }]
  if (WITHOUT_FACTS.has(mail)) return []
  return [
    ...(provider ? [{ label: facts.provider, value: provider }] : []),
    ...(codesLeft === undefined ? [] : [{ label: facts.codesLeft, value: String(codesLeft) }]),
    { label: facts.when, value: formatInstant(at, locale) },
    ...(ip ? [{ label: facts.ip, value: ip }] : []),
    ...(device ? [{ label: facts.device, value: device }] : []),
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
