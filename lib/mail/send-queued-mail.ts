import { discardEmailToken, issueEmailToken } from '@/lib/email-tokens/email-token.store'
import { composeMail } from '@/lib/mail/compose-mail'
import { returnToMailBudget, takeFromMailBudget } from '@/lib/mail/mail-budget.store'
import { findMailRecipient, type MailRecipient } from '@/lib/mail/mail-recipient.store'
import type { MailKind, MailRequest } from '@/lib/mail/mail-request.schemas'
import { mailer } from '@/lib/mail/mailer'
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
  recovery_codes_renewed: ['active', 'deactivated'],
  recovery_code_used: ['active', 'deactivated'],
  identity_linked: ['active', 'deactivated'],
  identity_unlinked: ['active', 'deactivated'],
}

/**
 * Sends a queued mail, or decides that none is due. The token of a link is made here, at the last moment; when the mail can
 * not be handed over, the token of this try dies and the error is thrown, so that the job tries again with a fresh one. A
 * mail goes out twice only when the process dies, or the server's acknowledgement is lost, after the server took it.
 */
export async function sendQueuedMail(request: MailRequest, now: Date): Promise<void> {
  const recipient = await findMailRecipient(db(), request)
  if (!recipient || !SUITS[request.mail].includes(recipient.status)) return
  const budget = { userId: recipient.id, mail: request.mail, now }
  if (!(await takeFromMailBudget(db(), budget))) {
    logger().warn(
      { userId: recipient.id, mail: request.mail },
      'a mail was withheld: too many within an hour',
    )
    return
  }
  let token: string | undefined
  try {
    token = await tokenFor(request, recipient, now)
    await mailer().send(composeMail(occasionOf(request, now, token), readerOf(recipient)))
  } catch (error) {
    await undo(budget, token)
    throw error
  }
}

async function tokenFor(request: MailRequest, { id, email }: MailRecipient, now: Date) {
  if (request.mail !== 'verify_email' && request.mail !== 'reset_password') return undefined
  return issueEmailToken(db(), { userId: id, kind: request.mail, email }, now)
}

function occasionOf(request: MailRequest, now: Date, token: string | undefined) {
  if (!('userId' in request)) return { mail: request.mail, at: now, token }
  const { userId: _, at, ...rest } = request
  return { ...rest, at: new Date(at) }
}

function readerOf({ email, name, locale, emailVerifiedAt }: MailRecipient) {
  return { email, locale, name: emailVerifiedAt ? name : null }
}

// The send's own error is the one to be told: when the database is away too, token and budget run out by themselves.
async function undo(budget: { userId: string; mail: MailKind; now: Date }, token: string | undefined) {
  try {
    if (token) await discardEmailToken(db(), token)
    await returnToMailBudget(db(), budget)
  } catch (error) {
    logger().warn({ reason: describeJobError(error) }, 'the token of an unsent mail was left behind')
  }
}
