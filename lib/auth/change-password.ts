import { recordAudit } from '@/lib/audit/record-audit'
import { checkCurrentPassword } from '@/lib/auth/check-current-password'
import { reportNewPassword } from '@/lib/auth/report-new-password'
import { refuseWeakPassword } from '@/lib/auth/refuse-weak-password'
import { discardEmailChange } from '@/lib/email-tokens/email-change.store'
import { discardEmailTokens } from '@/lib/email-tokens/email-token.store'
import { endEnrolment } from '@/lib/mfa/enrolment.store'
import { hashPassword } from '@/lib/passwords/hash-password'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, type Outcome, type Refusal } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { issueTokens, type IssuedSession } from '@/lib/sessions/issued-session'
import { revokeSessionsOf } from '@/lib/sessions/revoke-sessions'
import { renewFamily } from '@/lib/sessions/session.store'
import { findCredentials, replacePasswordHash, type Credentials } from '@/lib/users/user.store'

/**
 * Changes the password of the signed-in person. All other sessions end; this one goes on with fresh tokens, and every token that it
 * had before is void on all instances within a second, so a stolen copy of them is worth nothing.
 */
export async function changePassword(
  input: { currentPassword: string; newPassword: string },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const user = await findCredentials(db(), principal.userId)
  if (!user) return refuse('session_revoked')
  const weak = refuseWeakPassword(input.newPassword, { email: user.email, pointer: '/new_password' })
  if (weak) return weak
  const checked = await checkCurrentPassword(user, input.currentPassword, ctx)
  if (!checked.ok) return refused(user, checked, ctx)
  const passwordHash = await hashPassword(input.newPassword)
  const changed = await inTransaction((tx) => changeOnce(tx, { user, passwordHash }, principal, ctx))
  // Whoever was signed out meanwhile has changed it all the same.
  return changed.ok || changed.code === 'session_revoked' ? changed : refused(user, changed, ctx)
}

async function refused(user: Credentials, refusal: Refusal, ctx: RequestContext): Promise<Refusal> {
  await recordAudit(db(), ctx, {
    action: 'password.change_refused',
    outcome: 'refused',
    actorId: user.id,
    targetType: 'user',
    targetId: user.id,
    details: { reason: refusal.code },
  })
  return refusal
}

async function changeOnce(
  tx: Tx,
  by: { user: Credentials; passwordHash: string },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const { userId, sessionId } = principal
  const replaced = await replacePasswordHash(tx, {
    userId,
    replacing: by.user.passwordHash,
    passwordHash: by.passwordHash,
    now: ctx.now,
  })
  // Somebody changed it between the check and now: what was checked is no longer the password.
  if (!replaced) return refuse('invalid_credentials')
  const family = await renewFamily(tx, { id: sessionId, userId, now: ctx.now })
  const ended = await revokeSessionsOf(tx, {
    userId,
    exceptSessionId: family?.id,
    credentialGeneration: family?.generation,
    reason: 'password_changed',
    now: ctx.now,
  })
  await discardEmailTokens(tx, { userId, kind: 'reset_password' })
  // Somebody who knew the old password may have asked for either.
  await discardEmailChange(tx, userId)
  await endEnrolment(tx, userId)
  await reportNewPassword(tx, { action: 'password.changed', userId, sessionsEnded: ended }, ctx)
  return family ? { ok: true, session: issueTokens(family, ctx.now) } : refuse('session_revoked')
}
