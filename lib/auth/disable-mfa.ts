import { checkOwnerPassword } from '@/lib/auth/check-owner-password'
import { reportFactorChange } from '@/lib/auth/report-factor-change'
import { forgetDevices } from '@/lib/login-guard/known-device.store'
import { inTurn } from '@/lib/mfa/account-turns'
import { disableFactor } from '@/lib/mfa/factor.store'
import { judgeCode } from '@/lib/mfa/judge-code'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { revokeSessionsOf } from '@/lib/sessions/revoke-sessions'
import { findCredentials, type Credentials } from '@/lib/users/user.store'

/**
 * Turns the second factor off. Wants the password, where the account has one, and then a code: whoever borrowed a session has no
 * guess at codes. Secret and recovery codes are gone, all other sessions end, and no device is known any more.
 */
export async function disableMfa(
  input: { code: string; password?: string },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome> {
  const user = await findCredentials(db(), principal.userId)
  if (!user) return refuse('session_revoked')
  if (!user.mfaEnabledAt) return refuse('mfa_not_enabled')
  if (user.passwordHash) {
    const { password } = input
    const checked = await checkOwnerPassword(user, { password, refusedAction: 'mfa.disable_refused' }, ctx)
    if (!checked.ok) return checked
  }
  return inTurn(user.id, () => inTransaction((tx) => disable(tx, { user, code: input.code }, principal, ctx)))
}

async function disable(
  tx: Tx,
  by: { user: Credentials; code: string },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome> {
  const { id: userId, passwordChangedAt } = by.user
  const judged = await judgeCode(tx, { userId, code: by.code, during: 'settings' }, ctx)
  if (!judged.ok) return judged
  // Somebody changed the password between the check and now: what was checked is no longer the password.
  if (!(await disableFactor(tx, { userId, passwordChangedAt }))) return refuse('invalid_credentials')
  await forgetDevices(tx, userId)
  const ended = await revokeSessionsOf(tx, {
    userId,
    exceptSessionId: principal.sessionId,
    reason: 'mfa_disabled',
    now: ctx.now,
  })
  await publish(tx, { type: 'user.changed', userId })
  const details = { sessions_ended: ended, factor: judged.factor }
  await reportFactorChange(tx, { change: 'mfa_disabled', userId, details }, ctx)
  return { ok: true }
}
