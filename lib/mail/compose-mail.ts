import { settings } from '@/lib/config/settings'
import { CONFIRMATION_SECONDS } from '@/lib/external/unproven-sign-in.store'
import { formatMessage } from '@/lib/i18n/format-message'
import { formatInstant } from '@/lib/i18n/format-time'
import { isLocale, type Locale } from '@/lib/i18n/locale'
import { mailBrand, type MailContent } from '@/lib/mail/mail-content'
import type { MailKind } from '@/lib/mail/mail-request.schemas'
import type { MailMessage } from '@/lib/mail/mail-port'
import { renderMailHtml } from '@/lib/mail/render-mail-html'
import { renderMailText } from '@/lib/mail/render-mail-text'
import { builtInText, partsOf, type MailText } from '@/lib/mail/texts/editable-text'
import { mailTexts, type MailTexts } from '@/lib/mail/texts/mail-texts'
import { toOneLine } from '@/lib/platform/text-fields'

/** What a mail is about: `at` is when it happened, the rest where known. `token` goes into the link of mails that have one. */
export interface MailOccasion {
  mail: MailKind
  at: Date
  ip?: string
  device?: string
  /** The provider that the mail is about: its name, never something that it sent. */
  provider?: string
  /** When the address was registered that the mail asks to confirm. */
  registeredAt?: Date
  /** How many recovery codes are left. */
  codesLeft?: number
  token?: string
}

/** Who gets it. `name` only of people whose address is confirmed: a stranger could write an advertisement there. */
export interface MailReader {
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
/** Mails that ask for a first step rather than tell of an event. */
const WITHOUT_FACTS = new Set<MailKind>([
  'verify_email',
  'invitation',
  'account_ready',
  'confirm_address',
  // May reach a stranger, where somebody mistyped their address: not theirs to know from where.
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

/** The language of a mail to that reader. */
export function mailLocale({ locale }: Pick<MailReader, 'locale'>): Locale {
  return isLocale(locale) ? locale : 'en'
}

/**
 * Writes a mail in the reader's language, with the built-in words or those of `written`. Subject and headers hold nothing that a
 * user wrote.
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
  const fill = (message: string) => formatMessage(message, { ...placeholders(occasion, locale), link: url })
  const content: MailContent = {
    locale,
    brand: mailBrand(locale),
    subject: toOneLine(fill(parts.subject)),
    greeting: reader.name ? formatMessage(texts.greetingTo, { name: reader.name }) : texts.greeting,
    before: parts.before.map(fill),
    facts: factsOf(occasion, texts, locale),
    button: parts.button === null ? null : { label: fill(parts.button), url, fallback: texts.buttonFallback },
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

/** Where the button of a mail leads. */
export function mailedLink(mail: MailKind, token?: string): string {
  const { email, baseUrl } = settings()
  // The link works in the browser that signed in, and that one has its cookie for the address of the pages.
  const base = mail === 'confirm_sign_in' ? baseUrl : email.linkBaseUrl
  return `${base}${PATHS[mail]}${token ? `?token=${token}` : ''}`
}

function placeholders({ mail, provider = '' }: MailOccasion, locale: Locale): Record<string, string> {
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
  const { verifyTokenTtlSeconds, resetTokenTtlSeconds, invitationTokenTtlSeconds } = settings().email
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

// Exact, in the largest unit that divides it: a link must not be promised for longer than it works.
function lifetime(seconds: number, locale: Locale): string {
  const [unit, length] = UNITS.find(([, length]) => seconds % length === 0)!
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length)
}
