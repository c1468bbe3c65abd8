import { randomBytes } from 'node:crypto'
import { lockLiveSession } from '@/lib/access/live-caller.store'
import { findCredentials } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { runInAccountQueue } from '@/lib/identity/mfa/account-queue'
import { newRecoveryCodes, parseCode } from '@/lib/identity/mfa/code-format'
import {
  beginEnrollment,
  countEnrollmentFailure,
  enableFactor,
  type FactorAddition,
  endEnrollment,
  ENROLLMENT_SECONDS,
  lockEnrollment,
  replaceRecoveryCodes,
} from '@/lib/identity/mfa/factor.store'
import { reportFactorChange } from '@/lib/identity/mfa/manage-mfa'
import { openSecret, sealSecret } from '@/lib/identity/mfa/seal-secret'
import { type ShownSecret, showSecret, verifyTotp } from '@/lib/identity/mfa/totp'
import { addFactors } from '@/lib/identity/sessions/session.store'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { checkOwner } from '@/lib/identity/sign-in/reauthenticate'
import { publish } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'

/** 160 bits (RFC 4226 §4, R6). */
const SECRET_BYTES = 20

/**
 * Begins to set up two-step verification with a new secret, which is shown now and pending for ten
 * minutes, for this session only. Nothing is active yet; an older pending secret is replaced.
 * Requires the password, or a sign-in within the last ten minutes if the account has none (RFC
 * 9470).
 */
export async function setupMfa(
  input: { password?: string },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<ShownSecret & { expiresInSeconds: number }>> {
  const user = await findCredentials(db(), principal.userId)
  if (!user) return refuse('session_revoked')
  if (user.mfaEnabledAt) return refuse('mfa_already_enabled')
  const { password } = input
  const refusal = await checkOwner(
    user,
    { password, refusedAction: 'mfa.setup_refused' },
    principal,
    ctx,
  )
  if (refusal) return refusal
  const secret = randomBytes(SECRET_BYTES)
  const secretSealed = sealSecret(secret, { userId: user.id, purpose: 'mfa_enrolment' })
  const begun = await begin({ userId: user.id, sessionId: principal.sessionId, secretSealed }, ctx)
  if (!begun) return refuse('mfa_already_enabled')
  return {
    ok: true,
    ...(await showSecret(secret, user.email)),
    expiresInSeconds: ENROLLMENT_SECONDS,
  }
}

function begin(
  by: { userId: string; sessionId: string; secretSealed: Uint8Array },
  ctx: RequestContext,
): Promise<boolean> {
  return inTransaction(async (tx) => {
    const expiresAt = addSeconds(ctx.now, ENROLLMENT_SECONDS)
    if (!(await beginEnrollment(tx, { ...by, expiresAt }))) return false
    await recordAudit(tx, ctx, {
      action: 'mfa.setup_begun',
      outcome: 'ok',
      actorId: by.userId,
      targetId: by.userId,
    })
    return true
  })
}

/**
 * Turns two-step verification on with the first code of the enrollment that this session began;
 * that code is consumed. Returns ten recovery codes, which are not shown again. Signs out all other
 * sessions, because they were opened without a second factor. Of concurrent attempts one wins.
 */
export function enableMfa(
  input: { code: string },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  return runInAccountQueue(principal.userId, () =>
    inTransaction((tx) => enable(tx, input.code, principal, ctx)),
  )
}

async function enable(
  tx: Tx,
  code: string,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  const { userId } = principal
  // A password reset ends this session, but not a request that it has already sent.
  const session = await lockLiveSession(tx, { ...principal, now: ctx.now })
  if (!session) return refuse('session_revoked')
  const enrollment = await lockEnrollment(tx, principal, ctx.now)
  const user = await findCredentials(tx, userId)
  if (user?.mfaEnabledAt) return refuse('mfa_already_enabled')
  if (!enrollment) return refuse('mfa_enrolment_missing')
  const { secret } = openSecret(enrollment.secretSealed, { userId, purpose: 'mfa_enrolment' })
  const typed = parseCode(code)
  const match =
    typed.kind === 'totp'
      ? verifyTotp(secret, typed.digits, { now: ctx.now, lastStep: -1 })
      : 'wrong'
  if (typeof match === 'string') return refuseCode(tx, userId, ctx)
  const secretSealed = sealSecret(secret, { userId, purpose: 'mfa_factor' })
  const addition = { userId, sessionStartedAt: session.startedAt, now: ctx.now }
  const enabled = await enableFactor(tx, { ...addition, secretSealed, step: match.step })
  if (!enabled) return refuse('mfa_already_enabled')
  return { ok: true, recoveryCodes: await finish(tx, addition, principal, ctx) }
}

async function refuseCode(tx: Tx, userId: string, ctx: RequestContext) {
  await countEnrollmentFailure(tx, userId)
  await recordAudit(tx, ctx, {
    action: 'mfa.code_refused',
    outcome: 'refused',
    actorId: userId,
    targetId: userId,
    details: { during: 'settings', factor: 'enrolment', reason: 'wrong' },
  })
  return refuse('invalid_mfa_code')
}

async function finish(
  tx: Tx,
  addition: FactorAddition,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<string[]> {
  const { userId, sessionId } = principal
  const { codes, hashes } = newRecoveryCodes()
  await replaceRecoveryCodes(tx, { ...addition, hashes })
  await endEnrollment(tx, userId)
  await addFactors(tx, { id: sessionId, userId, amr: ['otp', 'mfa'] })
  const ended = await revokeSessionsOf(
    tx,
    {
      userId,
      exceptSessionId: sessionId,
      reason: 'mfa_enabled',
    },
    ctx,
  )
  await publish(tx, { type: 'user.changed', userId })
  await reportFactorChange(
    tx,
    { action: 'mfa.enabled', userId, details: { sessions_ended: ended } },
    ctx,
  )
  return codes
}
