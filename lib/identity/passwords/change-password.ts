import { discardEmailChange } from '@/lib/accounts/email-change.store'
import { discardEmailTokens } from '@/lib/accounts/email-token.store'
import { discardCodesOf } from '@/lib/accounts/sign-in-code.store'
import { type Credentials, findCredentials, replacePasswordHash } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { endEnrollment } from '@/lib/identity/mfa/factor.store'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { checkPasswordStrength } from '@/lib/identity/passwords/password-policy'
import { type IssuedSession, issueTokens } from '@/lib/identity/sessions/establish-session'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { renewFamily } from '@/lib/identity/sessions/session.store'
import { checkCurrentPassword } from '@/lib/identity/sign-in/reauthenticate'
import { notifyOwner, seenBy } from '@/lib/messaging/inbox/notify-owner'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, type Refusal, refuse, RefusedError } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'

/**
 * Changes the signed-in user's password. Signs out all other sessions. This session continues with
 * new tokens; its earlier tokens are invalid on all instances within a second, so a stolen copy of
 * them is worthless.
 */
export async function changePassword(
  input: { currentPassword: string; newPassword: string },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const user = await findCredentials(db(), principal.userId)
  if (!user) return refuse('session_revoked')
  const weak = checkPasswordStrength(input.newPassword, {
    email: user.email,
    pointer: '/new_password',
  })
  if (weak) return weak
  const refusal = await checkCurrentPassword(user, input.currentPassword, principal, ctx)
  if (refusal) return refused(user, refusal, ctx)
  const passwordHash = await hashPassword(input.newPassword)
  try {
    const session = await inTransaction((tx) =>
      changeOnce(tx, { user, passwordHash }, principal, ctx),
    )
    return { ok: true, session }
  } catch (error) {
    if (error instanceof RefusedError) return refused(user, error.refusal, ctx)
    throw error
  }
}

async function refused(user: Credentials, refusal: Refusal, ctx: RequestContext): Promise<Refusal> {
  await recordAudit(db(), ctx, {
    action: 'password.change_refused',
    outcome: 'refused',
    actorId: user.id,
    targetId: user.id,
    details: { reason: refusal.code },
  })
  return refusal
}

/** Throws a RefusedError, which undoes everything. */
async function changeOnce(
  tx: Tx,
  by: { user: Credentials; passwordHash: string },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<IssuedSession> {
  const { userId, sessionId } = principal
  const replaced = await replacePasswordHash(tx, {
    userId,
    replacing: by.user.passwordHash,
    passwordHash: by.passwordHash,
    now: ctx.now,
  })
  // The password was changed since the check, so the check is no longer valid.
  if (!replaced) throw new RefusedError(refuse('invalid_credentials'))
  const family = await renewFamily(tx, { id: sessionId, userId, now: ctx.now })
  if (!family) throw new RefusedError(refuse('session_revoked'))
  const ended = await revokeSessionsOf(
    tx,
    {
      userId,
      exceptSessionId: family.id,
      credentialGeneration: family.generation,
      reason: 'password_changed',
    },
    ctx,
  )
  await discardEmailTokens(tx, { userId, kind: 'reset_password' })
  await discardCodesOf(tx, userId)
  // An attacker who knew the old password may have requested either.
  await discardEmailChange(tx, userId)
  await endEnrollment(tx, userId)
  await reportNewPassword(tx, { userId, sessionsEnded: ended }, ctx)
  return issueTokens(family, ctx.now)
}

/** Audits a changed password and emails the user, so that they learn of it if it wasn't them. */
async function reportNewPassword(
  tx: Tx,
  by: { userId: string; sessionsEnded: number },
  ctx: RequestContext,
): Promise<void> {
  const { userId } = by
  await notifyOwner(tx, { mail: 'password_changed', userId, ...seenBy(ctx) }, ctx.now)
  await recordAudit(tx, ctx, {
    action: 'password.changed',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    details: { sessions_ended: by.sessionsEnded },
  })
}
