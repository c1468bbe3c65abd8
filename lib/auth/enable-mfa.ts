import { recordAudit } from '@/lib/audit/record-audit'
import { reportFactorChange } from '@/lib/auth/report-factor-change'
import { inTurn } from '@/lib/mfa/account-turns'
import { countEnrolmentFailure, endEnrolment, lockEnrolment } from '@/lib/mfa/enrolment.store'
import { enableFactor } from '@/lib/mfa/factor.store'
import { matchTotp } from '@/lib/mfa/match-totp'
import { readCode } from '@/lib/mfa/read-code'
import { replaceRecoveryCodes } from '@/lib/mfa/recovery-code.store'
import { newRecoveryCodes } from '@/lib/mfa/recovery-codes'
import { openSecret, sealSecret } from '@/lib/mfa/seal-secret'
import { publish } from '@/lib/platform/bus/bus'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { revokeSessionsOf } from '@/lib/sessions/revoke-sessions'
import { findCredentials } from '@/lib/users/user.store'

/**
 * Turns the second factor on with the first code of the enrolment that this session began; that code is used up. Returns ten recovery codes, which
 * are not shown again. All other sessions end: they were opened without it. Of parallel attempts one wins.
 */
export function enableMfa(
  input: { code: string },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  return inTurn(principal.userId, () => inTransaction((tx) => enable(tx, input.code, principal, ctx)))
}

async function enable(
  tx: Tx,
  code: string,
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  const { userId } = principal
  const enrolment = await lockEnrolment(tx, principal, ctx.now)
  const user = await findCredentials(tx, userId)
  if (user?.mfaEnabledAt) return refuse('mfa_already_enabled')
  if (!enrolment) return refuse('mfa_enrolment_missing')
  const { secret } = openSecret(enrolment.secretSealed, { userId, purpose: 'mfa_enrolment' })
  const typed = readCode(code)
  const match =
    typed.kind === 'totp' ? matchTotp(secret, typed.digits, { now: ctx.now, lastStep: -1 }) : 'wrong'
  if (typeof match === 'string') return refuseCode(tx, userId, ctx)
  const secretSealed = sealSecret(secret, { userId, purpose: 'mfa_factor' })
  const enabled = await enableFactor(tx, { userId, secretSealed, step: match.step, now: ctx.now })
  // The row moved on between the look above and now, or the account was deactivated.
  if (!enabled) return refuse('mfa_already_enabled')
  return { ok: true, recoveryCodes: await finish(tx, principal, ctx) }
}

async function refuseCode(tx: Tx, userId: string, ctx: RequestContext) {
  await countEnrolmentFailure(tx, userId)
  await recordAudit(tx, ctx, {
    action: 'mfa.code_refused',
    outcome: 'refused',
    actorId: userId,
    targetType: 'user',
    targetId: userId,
    details: { during: 'settings', factor: 'enrolment', reason: 'wrong' },
  })
  return refuse('invalid_mfa_code')
}

async function finish(tx: Tx, principal: Principal, ctx: RequestContext): Promise<string[]> {
  const { userId, sessionId } = principal
  const { codes, hashes } = newRecoveryCodes()
  await replaceRecoveryCodes(tx, { userId, hashes })
  await endEnrolment(tx, userId)
  const ended = await revokeSessionsOf(tx, {
    userId,
    exceptSessionId: sessionId,
    reason: 'mfa_enabled',
    now: ctx.now,
  })
  await publish(tx, { type: 'user.changed', userId })
  await reportFactorChange(tx, { change: 'mfa_enabled', userId, details: { sessions_ended: ended } }, ctx)
  return codes
}
