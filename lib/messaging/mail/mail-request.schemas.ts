import { z } from 'zod'
import { emailField } from '@/lib/accounts/user-fields'

/** An email about an account event: when it happened (RFC 3339) and, if known, from where. */
const notice = z.object({
  userId: z.uuid(),
  at: z.iso.datetime(),
  ip: z.string().optional(),
  /** The client's User-Agent as sent. It is reduced to known names before it is shown. */
  device: z.string().optional(),
})

/**
 * The emails that can be queued. Never contains a token, so that a leaked queue grants no access.
 */
export const mailRequest = z.discriminatedUnion('mail', [
  /** For the registration attempt with that id, or without an id for every pending attempt. */
  z.object({ mail: z.literal('verify_email'), email: emailField, attemptId: z.uuid().optional() }),
  z.object({ mail: z.literal('reset_password'), email: emailField }),
  notice.extend({ mail: z.literal('already_registered') }),
  notice.extend({ mail: z.literal('password_changed') }),
  notice.extend({ mail: z.literal('refresh_token_reused') }),
  notice.extend({ mail: z.literal('mfa_enabled') }),
  notice.extend({ mail: z.literal('mfa_disabled') }),
  notice.extend({ mail: z.literal('mfa_reset') }),
  notice.extend({ mail: z.literal('recovery_codes_renewed') }),
  notice.extend({ mail: z.literal('recovery_code_used'), codesLeft: z.int() }),
  notice.extend({ mail: z.literal('mfa_locked') }),
  notice.extend({ mail: z.literal('identity_linked'), provider: z.string() }),
  notice.extend({ mail: z.literal('identity_unlinked'), provider: z.string() }),
  notice.extend({ mail: z.literal('invitation') }),
  /** To an active account without a password. */
  notice.extend({ mail: z.literal('account_ready') }),
  notice.extend({ mail: z.literal('confirm_address') }),
  /** To the previous address of the account, not the current one. */
  notice.extend({ mail: z.literal('address_changed'), to: emailField }),
  /** To the new address in the change request with that id. */
  notice.extend({ mail: z.literal('confirm_email_change'), changeId: z.uuid() }),
  /** To the address the account had when the change was requested. */
  notice.extend({ mail: z.literal('email_change_requested'), to: emailField }),
  notice.extend({ mail: z.literal('address_wanted') }),
  notice.extend({ mail: z.literal('phone_changed') }),
  notice.extend({ mail: z.literal('phone_removed') }),
  notice.extend({ mail: z.literal('mail_settings_changed') }),
  notice.extend({ mail: z.literal('account_deleted') }),
  /** To the address of the pending sign-in with that id; it may have no account. */
  z.object({ mail: z.literal('confirm_sign_in'), signInId: z.uuid() }),
])

export type MailRequest = z.output<typeof mailRequest>
export type MailKind = MailRequest['mail']
