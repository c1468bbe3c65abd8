import type { Locale } from '@/lib/i18n/locale'
import type { MailKind } from '@/lib/mail/mail-request.schemas'
import { en } from '@/lib/mail/texts/en'
import { tr } from '@/lib/mail/texts/tr'

/** The words of one mail. `{host}` is where the account is, `{life}` how long the link works, `{provider}` where somebody signed in, `{forgot_url}` a page, `{product}` the product's name. */
export interface MailText {
  subject: string
  /** Paragraphs above the facts and the button. */
  before: readonly string[]
  button: string
  /** Paragraphs below the button. */
  after: readonly string[]
  /** Why the reader got this mail. */
  why: string
}

/** All words of the mails in one language. */
export interface MailTexts {
  greeting: string
  greetingTo: string
  buttonFallback: string
  facts: { when: string; registered: string; ip: string; device: string; provider: string; codesLeft: string }
  mails: Readonly<Record<MailKind, MailText>>
}

/** The words of the mails in a language. */
export function mailTexts(locale: Locale): MailTexts {
  return { en, tr }[locale]
}

/** What a notice has in common with others of its kind. */
export type SecurityNotice = Pick<MailText, 'button' | 'after' | 'why'>

/** The mails about what people do to their own account. */
export type OwnAccountMails = Pick<
  MailTexts['mails'],
  | 'confirm_email_change'
  | 'email_change_requested'
  | 'address_wanted'
  | 'phone_changed'
  | 'phone_removed'
  | 'mail_settings_changed'
  | 'account_deleted'
  | 'confirm_sign_in'
>
