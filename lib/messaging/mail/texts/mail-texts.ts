import type { MailKind } from '@/lib/messaging/mail/mail-request.schemas'

/**
 * The text of one email. `{host}` is the host of the service, `{life}` how long the link is valid,
 * `{provider}` the sign-in provider, `{forgot_url}` the page that resets a password, `{product}`
 * the product name.
 */
export interface MailText {
  subject: string
  /** Paragraphs above the facts and the button. */
  before: readonly string[]
  button: string
  /** Paragraphs below the button. */
  after: readonly string[]
  /** Why the recipient gets this email. */
  why: string
}

/** All email texts in one language. */
export interface MailTexts {
  greeting: string
  greetingTo: string
  buttonFallback: string
  facts: {
    when: string
    registered: string
    ip: string
    device: string
    provider: string
    codesLeft: string
  }
  mails: Readonly<Record<MailKind, MailText>>
}

/** What security notices share. */
export type SecurityNotice = Pick<MailText, 'button' | 'after' | 'why'>

/** The emails about changes to one’s own account. */
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
