import { lockLiveSession } from '@/lib/access/live-caller.store'
import { findRoleNames } from '@/lib/access/user-roles.store'
import {
  beginEmailChange,
  consumeEmailChange,
  discardEmailChange,
} from '@/lib/accounts/email-change.store'
import { discardTokensOfOldAddress } from '@/lib/accounts/email-token.store'
import { writeEmail } from '@/lib/accounts/managed-user.store'
import { maskEmail, presentUser, type PublicUser } from '@/lib/accounts/user-fields'
import { type Credentials, findCredentials, findProfile } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { refuseBadToken } from '@/lib/identity/registration/email-links'
import { replaceUnconfirmed } from '@/lib/identity/registration/erase-registrations'
import { checkOwner } from '@/lib/identity/sign-in/reauthenticate'
import { notifyOwner, seenBy } from '@/lib/messaging/inbox/notify-owner'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Tx } from '@/lib/platform/db/database'
import { isUniqueViolation } from '@/lib/platform/db/database-errors'
import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { type Outcome, refuse, RefusedError } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'

/**
 * Requests a new address for one's own account. Nothing changes until the emailed link is used, and
 * the old address is notified. Requires the password, or a recent sign-in if there is none. The
 * response is the same for an address that another account has; only the email differs. A second
 * request replaces the first.
 */
export async function requestEmailChange(
  input: { newEmail: string; password?: string },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome> {
  const user = await findCredentials(db(), principal.userId)
  if (!user) return refuse('session_revoked')
  if (user.email === input.newEmail)
    return refuse('validation_failed', { errors: [fieldError(['new_email'], 'same_email')] })
  const { password } = input
  const refusal = await checkOwner(
    user,
    { password, refusedAction: 'email.change_refused' },
    principal,
    ctx,
  )
  if (refusal) return refusal
  return inTransaction((tx) => requestOnce(tx, { user, newEmail: input.newEmail }, principal, ctx))
}

async function requestOnce(
  tx: Tx,
  { user, newEmail }: { user: Credentials; newEmail: string },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome> {
  const { id: userId, email, passwordChangedAt } = user
  // Whatever ended the session meanwhile, such as its owner, also ends this.
  if (!(await lockLiveSession(tx, { ...principal, now: ctx.now }))) return refuse('session_revoked')
  const changeId = await beginEmailChange(tx, {
    userId,
    email,
    passwordChangedAt,
    newEmail,
    now: ctx.now,
  })
  // The password was changed or the account ended since the check, so the check is no longer valid.
  if (!changeId) return refuse(user.passwordHash ? 'invalid_credentials' : 'session_revoked')
  const seen = seenBy(ctx)
  await notifyOwner(tx, { mail: 'email_change_requested', userId, to: email, ...seen }, ctx.now)
  await queueMail(tx, { mail: 'confirm_email_change', userId, changeId, at: seen.at }, ctx.now)
  await recordAudit(tx, ctx, {
    action: 'email.change_requested',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    details: { before: maskEmail(email), after: maskEmail(newEmail) },
  })
  return { ok: true }
}

type Confirmed = Outcome<{ user: PublicUser }>

/**
 * Changes an account to the address that its owner requested, with the token of the link sent
 * there. The address is verified, links sent to the old one are invalidated, and the old one is
 * notified. Sessions stay open; none is created. Of concurrent uses one wins. An address that
 * another account took in the meantime changes nothing and is refused like an invalid token; an
 * unconfirmed registration of it gives way.
 */
export async function confirmEmailChange(
  input: { token: string },
  ctx: RequestContext,
): Promise<Confirmed> {
  const confirmed = await inTransaction((tx) => confirmOnce(tx, input.token, ctx)).catch(toRefusal)
  if (confirmed.ok) return confirmed
  const taken = confirmed.code === 'email_taken'
  return refuseBadToken('email.confirmation_refused', ctx, taken ? { taken } : {})
}

async function confirmOnce(tx: Tx, token: string, ctx: RequestContext): Promise<Confirmed> {
  const change = await consumeEmailChange(tx, { token, now: ctx.now })
  if (!change) return refuse('invalid_or_expired_token')
  const { userId, before, after } = change
  await replaceUnconfirmed(tx, { emails: [after], actorId: userId }, ctx)
  // Thrown, so that the change stays pending as if this request had not happened.
  if (!(await writeEmail(tx, { userId, email: after, verifiedAt: ctx.now, now: ctx.now })))
    throw new RefusedError(refuse('email_taken'))
  await discardTokensOfOldAddress(tx, userId)
  await publish(tx, { type: 'user.changed', userId })
  await notifyOwner(tx, { mail: 'address_changed', userId, to: before, ...seenBy(ctx) }, ctx.now)
  await recordAudit(tx, ctx, {
    action: 'email.changed',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    details: { before: maskEmail(before), after: maskEmail(after) },
  })
  const user = await findProfile(tx, userId)
  return { ok: true, user: presentUser(user!, await findRoleNames(tx, userId)) }
}

function toRefusal(error: unknown): Confirmed {
  if (error instanceof RefusedError) return error.refusal
  // The address was registered between the check and the write.
  if (isUniqueViolation(error)) return refuse('email_taken')
  throw error
}

/** Cancels one's own email change and invalidates its link. Succeeds also when there is none. */
export function cancelEmailChange(
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome> {
  const { userId } = principal
  return inTransaction(async (tx) => {
    if (await discardEmailChange(tx, userId))
      await recordAudit(tx, ctx, {
        action: 'email.change_cancelled',
        outcome: 'ok',
        actorId: userId,
        targetId: userId,
      })
    return { ok: true }
  })
}
