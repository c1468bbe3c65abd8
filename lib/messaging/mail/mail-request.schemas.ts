import { z } from 'zod'
import { emailField } from '@/lib/accounts/user-fields'

/**
 * A mail about something that happened to an account: when (RFC 3339) and, where known, from where.
 */
const notice = z.object({
  userId: z.uuid(),
  at: z.iso.datetime(),
  ip: z.string().optional(),
  /** The client's User-Agent, as sent: it is reduced to known names before it is shown. */
  device: z.string().optional(),
})

/** What can be asked of the mail queue. Never a token: what lies in the queue opens nothing. */
export const mailRequest = z.discriminatedUnion('mail', [
  /** Of the registration attempt of that id; without one, of every attempt that waits. */
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
  /** To an active account that has no password yet. */
  notice.extend({ mail: z.literal('account_ready') }),
  notice.extend({ mail: z.literal('confirm_address') }),
  /** Goes to the address that the account had, not to the one it has. */
  notice.extend({ mail: z.literal('address_changed'), to: emailField }),
  /** Goes to the address that the request of that id names. */
  notice.extend({ mail: z.literal('confirm_email_change'), changeId: z.uuid() }),
  /** Goes to the address that the account had when another one was asked for. */
  notice.extend({ mail: z.literal('email_change_requested'), to: emailField }),
  notice.extend({ mail: z.literal('address_wanted') }),
  notice.extend({ mail: z.literal('phone_changed') }),
  notice.extend({ mail: z.literal('phone_removed') }),
  notice.extend({ mail: z.literal('mail_settings_changed') }),
  notice.extend({ mail: z.literal('account_deleted') }),
  /**
   * Goes to the address that the waiting sign-in of that id names; it need not belong to an
   * account.
   */
  z.object({ mail: z.literal('confirm_sign_in'), signInId: z.uuid() }),
])

export type MailRequest = z.output<typeof mailRequest>
export type MailKind = MailRequest['mail']
