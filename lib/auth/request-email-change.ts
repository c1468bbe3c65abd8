import { recordAudit } from '@/lib/audit/record-audit'
import { proveOwner } from '@/lib/auth/prove-owner'
import { beginEmailChange } from '@/lib/email-tokens/email-change.store'
import { tellOwner } from '@/lib/inbox/tell-owner'
import { queueMail } from '@/lib/mail/queue-mail'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { maskEmail } from '@/lib/users/mask-email'
import { findCredentials, type Credentials } from '@/lib/users/user.store'

/**
 * Asks for another address for one's own account: nothing changes until the link sent to it is used, and the old address is told.
 * Wants the password, or where there is none a recent sign-in. The answer is the same for an address that another account has: what
 * differs is the mail. A second request replaces the first.
 */
export async function requestEmailChange(
  input: { newEmail: string; password?: string },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome> {
  const user = await findCredentials(db(), principal.userId)
  if (!user) return refuse('session_revoked')
  if (user.email === input.newEmail)
    return refuse('validation_failed', { errors: [fieldError(['new_email'], 'same_email')] })
  const { password } = input
  const proven = await proveOwner(user, { password, refusedAction: 'email.change_refused' }, principal, ctx)
  if (!proven.ok) return proven
  return inTransaction((tx) => request(tx, user, input.newEmail, ctx))
}

async function request(tx: Tx, user: Credentials, newEmail: string, ctx: RequestContext): Promise<Outcome> {
  const { id: userId, email, passwordChangedAt } = user
  const changeId = await beginEmailChange(tx, { userId, email, passwordChangedAt, newEmail, now: ctx.now })
  // Somebody changed the password or ended the account between the check and now: what was checked no longer holds.
  if (!changeId) return refuse(user.passwordHash ? 'invalid_credentials' : 'session_revoked')
  const at = ctx.now.toISOString()
  const from = { ip: ctx.ip ?? undefined, device: ctx.userAgent ?? undefined }
  await tellOwner(tx, { mail: 'email_change_requested', userId, to: email, at, ...from }, ctx.now)
  await queueMail(tx, { mail: 'confirm_email_change', userId, changeId, at }, ctx.now)
  await recordAudit(tx, ctx, {
    action: 'email.change_requested',
    outcome: 'ok',
    actorId: userId,
    targetType: 'user',
    targetId: userId,
    details: { before: maskEmail(email), after: maskEmail(newEmail) },
  })
  return { ok: true }
}
