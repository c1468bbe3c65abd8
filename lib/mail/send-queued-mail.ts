import { discardEmailToken, issueEmailToken, type EmailTokenKind } from '@/lib/email-tokens/email-token.store'
import { issueEmailChangeToken, withdrawEmailChangeToken } from '@/lib/email-tokens/email-change.store'
import { composeMail } from '@/lib/mail/compose-mail'
import { returnToMailBudget, takeFromMailBudget } from '@/lib/mail/mail-budget.store'
import { findMailRecipient, type MailRecipient } from '@/lib/mail/mail-recipient.store'
import type { MailKind, MailRequest } from '@/lib/mail/mail-request.schemas'
import { mailer } from '@/lib/mail/mailer'
import { findRegistration } from '@/lib/mail/find-registration'
import { findFreeNewAddress } from '@/lib/mail/find-free-new-address'
import { db } from '@/lib/platform/db/database'
import { describeJobError } from '@/lib/platform/jobs/describe-job-error'
import { logger } from '@/lib/platform/logger'
import type { UserStatus } from '@/prisma/generated/client'

/** To accounts in which state a mail goes; to all others, and to unknown addresses, nothing is sent. */
const SUITS: Record<MailKind, readonly UserStatus[]> = {
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
  account_deleted: ['deleted'],
}

/** What the token in a link is good for. */
const TOKENS: Partial<Record<MailKind, EmailTokenKind>> = {
  verify_email: 'verify_email',
  reset_password: 'reset_password',
  invitation: 'invitation',
  confirm_address: 'verify_email',
}

/**
 * Sends a queued mail, or decides that none is due. The token of a link is made here, at the last moment; when the mail
 * cannot be handed over, the token of this try dies and the error is thrown, so that the job tries again with a fresh one. A
 * mail goes out twice only when the process dies, or the server's acknowledgement is lost, after the server took it.
 */
export async function sendQueuedMail(request: MailRequest, now: Date): Promise<void> {
  const recipient = await findMailRecipient(db(), request)
  if (!recipient || !suits(request.mail, recipient)) return
  const to = await addressFor(request, recipient, now)
  if (!to) return
  const registration =
    request.mail === 'verify_email' ? await findRegistration(request, recipient, now) : undefined
  if (registration === null) return
  const budget = { userId: recipient.id, mail: request.mail, now }
  if (!(await takeFromMailBudget(db(), budget))) {
    logger().warn(
      { userId: recipient.id, mail: request.mail },
      'a mail was withheld: too many within an hour',
    )
    return
  }
  let token: string | null | undefined
  try {
    token = await tokenFor(request, recipient, { attemptId: registration?.id, now })
    if (token === null) return await returnToMailBudget(db(), budget)
    const occasion = { ...occasionOf(request, now, token), registeredAt: registration?.createdAt }
    const reader = { ...readerOf(request, recipient), ...(registration && { locale: registration.locale }) }
    await mailer().send(composeMail(occasion, { ...reader, email: to }))
  } catch (error) {
    await undo(budget, token)
    throw error
  }
}

/** Where it goes; null when it is not due any more. */
async function addressFor(request: MailRequest, recipient: MailRecipient, now: Date): Promise<string | null> {
  if (request.mail === 'confirm_email_change') return findFreeNewAddress(request, now)
  return 'to' in request ? request.to : recipient.email
}

/** The token of its link; undefined for a mail without one, null when what it confirms ended this moment. */
async function tokenFor(
  request: MailRequest,
  { id, email }: MailRecipient,
  { attemptId, now }: { attemptId: string | undefined; now: Date },
) {
  if (request.mail === 'confirm_email_change') return issueEmailChangeToken(db(), { ...request, now })
  const kind = TOKENS[request.mail]
  return kind && issueEmailToken(db(), { userId: id, kind, email, attemptId }, now)
}

function suits(mail: MailKind, { status, emailVerifiedAt }: MailRecipient): boolean {
  // An administrator may have given an account in use another address.
  if (mail === 'verify_email' && status === 'active') return emailVerifiedAt === null
  return SUITS[mail].includes(status)
}

function occasionOf(request: MailRequest, now: Date, token: string | undefined) {
  if (!('userId' in request)) return { mail: request.mail, at: now, token }
  const { userId: _, at, ...rest } = request
  return { ...rest, at: new Date(at), token }
}

function readerOf({ mail }: MailRequest, { name, locale, emailVerifiedAt }: MailRecipient) {
  // The new address is not confirmed yet: it may be a stranger's.
  return { locale, name: emailVerifiedAt && mail !== 'confirm_email_change' ? name : null }
}

// The send's own error is the one to be told: when the database is away too, token and budget run out by themselves.
async function undo(budget: { userId: string; mail: MailKind; now: Date }, token: string | null | undefined) {
  const kill = budget.mail === 'confirm_email_change' ? withdrawEmailChangeToken : discardEmailToken
  try {
    if (token) await kill(db(), token)
    await returnToMailBudget(db(), budget)
  } catch (error) {
    logger().warn({ reason: describeJobError(error) }, 'the token of an unsent mail was left behind')
  }
}
