import { discardEmailToken, issueEmailToken, type EmailTokenKind } from '@/lib/email-tokens/email-token.store'
import { issueEmailChangeToken, withdrawEmailChangeToken } from '@/lib/email-tokens/email-change.store'
import { composeCurrentMail } from '@/lib/mail/compose-current-mail'
import { findMailRecipient, type MailRecipient } from '@/lib/mail/mail-recipient.store'
import type { MailKind, MailRequest } from '@/lib/mail/mail-request.schemas'
import { findRegistration } from '@/lib/mail/find-registration'
import { findFreeNewAddress } from '@/lib/mail/find-free-new-address'
import { sendSignInLink, type SignInLinkRequest } from '@/lib/mail/send-sign-in-link'
import { sendWithinBudget } from '@/lib/mail/send-within-budget'
import { db } from '@/lib/platform/db/database'
import type { UserStatus } from '@/prisma/generated/client'

/** A mail to somebody who has an account. */
type AccountMail = Exclude<MailRequest, SignInLinkRequest>
type AccountMailKind = AccountMail['mail']

/** To accounts in which state a mail goes; to all others, and to unknown addresses, nothing is sent. */
const SUITS: Record<AccountMailKind, readonly UserStatus[]> = {
  verify_email: ['pending'],
  // A pending account too: who reads the mailbox owns the address, whoever chose the first password.
  reset_password: ['active', 'pending'],
  already_registered: ['active', 'pending'],
  password_changed: ['active', 'pending', 'deactivated'],
  refresh_token_reused: ['active', 'pending', 'deactivated'],
  mfa_enabled: ['active', 'deactivated'],
  mfa_disabled: ['active', 'deactivated'],
  mfa_reset: ['active', 'pending', 'deactivated'],
  recovery_codes_renewed: ['active', 'deactivated'],
  recovery_code_used: ['active', 'deactivated'],
  mfa_locked: ['active', 'deactivated'],
  identity_linked: ['active', 'deactivated'],
  identity_unlinked: ['active', 'deactivated'],
  invitation: ['pending'],
  account_ready: ['active'],
  confirm_address: ['active', 'pending'],
  address_changed: ['active', 'pending', 'deactivated'],
  confirm_email_change: ['active'],
  email_change_requested: ['active', 'deactivated'],
  address_wanted: ['active', 'pending'],
  phone_changed: ['active', 'deactivated'],
  phone_removed: ['active', 'deactivated'],
  mail_settings_changed: ['active'],
  account_deleted: ['deleted'],
}

/** What the token in a link is good for. */
const TOKENS: Partial<Record<MailKind, EmailTokenKind>> = {
  verify_email: 'verify_email',
  reset_password: 'reset_password',
  invitation: 'invitation',
  confirm_address: 'verify_email',
}

/** Sends a queued mail, or decides that none is due. */
export async function sendQueuedMail(request: MailRequest, now: Date): Promise<void> {
  if (request.mail === 'confirm_sign_in') return sendSignInLink(request, now)
  const recipient = await findMailRecipient(db(), request)
  if (!recipient || !suits(request.mail, recipient)) return
  const to = await addressFor(request, recipient, now)
  if (!to) return
  const registration =
    request.mail === 'verify_email' ? await findRegistration(request, recipient, now) : undefined
  if (registration === null) return
  const reader = { ...readerOf(request, recipient), ...(registration && { locale: registration.locale }) }
  const kill = request.mail === 'confirm_email_change' ? withdrawEmailChangeToken : discardEmailToken
  await sendWithinBudget(
    { userId: recipient.id, mail: request.mail, now },
    {
      issueToken: () => tokenFor(request, recipient, { attemptId: registration?.id, now }),
      killToken: (token) => kill(db(), token),
      compose: (token) => {
        const occasion = { ...occasionOf(request, now, token), registeredAt: registration?.createdAt }
        return composeCurrentMail(occasion, { ...reader, email: to })
      },
    },
  )
}

/** Where it goes; null when it is not due any more. */
async function addressFor(request: AccountMail, recipient: MailRecipient, now: Date): Promise<string | null> {
  if (request.mail === 'confirm_email_change') return findFreeNewAddress(request, now)
  return 'to' in request ? request.to : recipient.email
}

/** The token of its link; undefined for a mail without one, null when what it confirms ended this moment. */
async function tokenFor(
  request: AccountMail,
  { id, email }: MailRecipient,
  { attemptId, now }: { attemptId: string | undefined; now: Date },
) {
  if (request.mail === 'confirm_email_change') return issueEmailChangeToken(db(), { ...request, now })
  const kind = TOKENS[request.mail]
  return kind && issueEmailToken(db(), { userId: id, kind, email, attemptId }, now)
}

function suits(mail: AccountMailKind, { status, emailVerifiedAt }: MailRecipient): boolean {
  // An administrator may have given an account in use another address.
  if (mail === 'verify_email' && status === 'active') return emailVerifiedAt === null
  return SUITS[mail].includes(status)
}

function occasionOf(request: AccountMail, now: Date, token: string | undefined) {
  if (!('userId' in request)) return { mail: request.mail, at: now, token }
  const { userId: _, at, ...rest } = request
  return { ...rest, at: new Date(at), token }
}

function readerOf({ mail }: AccountMail, { name, locale, emailVerifiedAt }: MailRecipient) {
  // The new address is not confirmed yet: it may be a stranger's.
  return { locale, name: emailVerifiedAt && mail !== 'confirm_email_change' ? name : null }
}
