import type { AuditDetails } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { settings } from '@/lib/config/settings'
import { parseCode, type TypedCode } from '@/lib/identity/mfa/code-format'
import {
  acceptCode,
  countFailure,
  type Factor,
  lockFactor,
  resealFactor,
  spendRecoveryCode,
} from '@/lib/identity/mfa/factor.store'
import { openSecret, sealSecret } from '@/lib/identity/mfa/seal-secret'
import { verifyTotp } from '@/lib/identity/mfa/totp'
import { notifyOwner, seenBy } from '@/lib/messaging/inbox/notify-owner'
import { addSeconds } from '@/lib/platform/clock'
import type { Tx } from '@/lib/platform/db/database'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * How many incorrect codes an account may have, across all sign-ins and settings, before it is
 * locked for AUTH_LOCKOUT_DURATION.
 */
const MAX_FAILURES = 10

/**
 * Verifies a code of a user's second factor and consumes it: a time step (RFC 6238 §5.2) with all
 * earlier ones, or a recovery code. The factor's row is locked until the transaction ends, so codes
 * of one account are verified one after the other across all instances. Refusals:
 * `mfa_not_enabled`, `account_locked` (the code is not checked), `invalid_mfa_code`. They are
 * returned, and the caller must commit, because the count of incorrect codes is part of the
 * transaction. A genuine code that was used before is not counted.
 */
export async function verifyCode(
  tx: Tx,
  by: { userId: string; code: string; during: 'sign_in' | 'settings' },
  ctx: RequestContext,
): Promise<Outcome<{ factor: 'totp' | 'recovery_code' }>> {
  const { userId, during } = by
  const factor = await lockFactor(tx, userId)
  if (!factor) return refuse('mfa_not_enabled')
  const typed = parseCode(by.code)
  const counting = factor.failureWindowEndsAt !== null && factor.failureWindowEndsAt > ctx.now
  const failures = counting ? factor.failures : 0
  if (failures >= MAX_FAILURES) {
    await recordRefusal(tx, userId, { during, factor: typed.kind, reason: 'locked' }, ctx)
    return refuse('account_locked', {
      retryAfterSeconds: secondsUntil(factor.failureWindowEndsAt!, ctx.now),
    })
  }
  const verdict = await evaluate(tx, userId, { typed, factor }, ctx)
  if (verdict === 'accepted')
    return { ok: true, factor: typed.kind === 'totp' ? 'totp' : 'recovery_code' }
  // Every incorrect code restarts the window. However they are spread, at most ten fall into one
  // lockout duration.
  const windowEndsAt = addSeconds(ctx.now, settings().guard.lockoutDurationSeconds)
  if (verdict === 'wrong') {
    await countFailure(tx, { userId, failures: failures + 1, windowEndsAt })
    if (failures + 1 === MAX_FAILURES) await notifyLocked(tx, userId, ctx)
  }
  await recordRefusal(tx, userId, { during, factor: typed.kind, reason: verdict }, ctx)
  return refuse('invalid_mfa_code')
}

async function evaluate(
  tx: Tx,
  userId: string,
  { typed, factor }: { typed: TypedCode; factor: Factor },
  { now }: RequestContext,
): Promise<'accepted' | 'used' | 'wrong'> {
  if (typed.kind === 'malformed') return 'wrong'
  if (typed.kind === 'recovery_code') {
    const verdict = await spendRecoveryCode(tx, { userId, hash: typed.hash, now })
    if (verdict === 'accepted') await acceptCode(tx, { userId })
    return verdict
  }
  const match = verifyTotp(await open(tx, userId, factor), typed.digits, {
    now,
    lastStep: factor.lastStep,
  })
  if (typeof match === 'string') return match
  await acceptCode(tx, { userId, step: match.step })
  return 'accepted'
}

/**
 * Opens the factor's secret and seals it again if it uses a previous key. Throws when it can't be
 * opened.
 */
async function open(tx: Tx, userId: string, factor: Factor): Promise<Buffer> {
  const { secret, outdated } = openSecret(factor.secretSealed, { userId, purpose: 'mfa_factor' })
  if (outdated)
    await resealFactor(tx, {
      userId,
      secretSealed: sealSecret(secret, { userId, purpose: 'mfa_factor' }),
    })
  return secret
}

/**
 * Anyone who gets to guess codes already has the password, a connected account or a session. The
 * owner is notified once per lock.
 */
function notifyLocked(tx: Tx, userId: string, ctx: RequestContext): Promise<void> {
  return notifyOwner(tx, { mail: 'mfa_locked', userId, ...seenBy(ctx) }, ctx.now)
}

function recordRefusal(
  tx: Tx,
  userId: string,
  details: AuditDetails<'mfa.code_refused', 'refused'>,
  ctx: RequestContext,
): Promise<void> {
  return recordAudit(tx, ctx, {
    action: 'mfa.code_refused',
    outcome: 'refused',
    actorId: userId,
    targetId: userId,
    details,
  })
}

const secondsUntil = (then: Date, now: Date) =>
  Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000))
