import { recordAudit } from '@/lib/audit/record-audit'
import { tellOwner } from '@/lib/inbox/tell-owner'
import { deviceHash } from '@/lib/login-guard/guard-keys'
import {
  consumeChallenge,
  countTry,
  findChallengeOwner,
  findDeadChallenge,
  lockChallenge,
  type Challenge,
} from '@/lib/mfa/challenge.store'
import { inTurn } from '@/lib/mfa/account-turns'
import { judgeCode } from '@/lib/mfa/judge-code'
import { countRecoveryCodes } from '@/lib/mfa/recovery-code.store'
import { sha256 } from '@/lib/platform/crypto'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { establishSession } from '@/lib/sessions/establish-session'
import type { IssuedSession } from '@/lib/sessions/issued-session'

/**
 * Answers a challenge with a code of the authenticator or a recovery code, and signs in. The challenge holds for one success, five
 * wrong codes and five minutes, on the surface and with the device token of the first step; of parallel answers one wins. Where
 * the account changed meanwhile (deactivated, another password, factor off) the sign-in has to begin again. `overloaded` when too many
 * codes of the account are waiting.
 */
export async function completeSecondStep(
  input: { mfaToken: string; code: string },
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const tokenHash = Buffer.from(sha256(input.mfaToken))
  const userId = await findChallengeOwner(db(), tokenHash)
  if (!userId) return refuse('mfa_challenge_expired')
  return inTurn(userId, () => inTransaction((tx) => complete(tx, { tokenHash, code: input.code }, ctx)))
}

async function complete(
  tx: Tx,
  input: { tokenHash: Buffer<ArrayBuffer>; code: string },
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const { tokenHash } = input
  const challenge = await lockChallenge(tx, {
    tokenHash,
    surface: ctx.surface,
    deviceHash: ctx.deviceToken ? deviceHash(ctx.deviceToken) : null,
    now: ctx.now,
  })
  if (!challenge) return refuseDead(tx, await findDeadChallenge(tx, tokenHash, ctx.now), ctx)
  const { userId } = challenge
  const judged = await judgeCode(tx, { userId, code: input.code, during: 'sign_in' }, ctx)
  if (!judged.ok) {
    if (judged.code === 'invalid_mfa_code') await countTry(tx, tokenHash)
    return judged.code === 'mfa_not_enabled'
      ? refuseDead(tx, { userId, reason: 'mfa_not_enabled' }, ctx)
      : judged
  }
  await consumeChallenge(tx, tokenHash, ctx.now)
  if (judged.factor === 'recovery_code') await tellRecoveryCodeUsed(tx, userId, ctx)
  const session = await begin(tx, challenge, judged.factor, ctx)
  return session ? { ok: true, session } : refuseDead(tx, { userId, reason: 'account_changed' }, ctx)
}

/** One answer for all that can be wrong with a challenge; what it was is recorded where there was one. */
async function refuseDead(tx: Tx, dead: { userId: string; reason: string } | null, ctx: RequestContext) {
  if (dead)
    await recordAudit(tx, ctx, {
      action: 'session.refused',
      outcome: 'refused',
      actorId: dead.userId,
      targetType: 'user',
      targetId: dead.userId,
      details: { factor: 'mfa', reason: dead.reason },
    })
  return refuse('mfa_challenge_expired')
}

function begin(
  tx: Tx,
  challenge: Challenge,
  factor: 'totp' | 'recovery_code',
  ctx: RequestContext,
): Promise<IssuedSession | null> {
  return establishSession(tx, ctx, {
    userId: challenge.userId,
    passwordChangedAt: challenge.passwordChecked ? challenge.passwordChangedAt : undefined,
    amr: [...challenge.amr, ...(factor === 'totp' ? ['otp'] : []), 'mfa'],
    knownDevice: challenge.knownDevice,
  })
}

async function tellRecoveryCodeUsed(tx: Tx, userId: string, ctx: RequestContext): Promise<void> {
  const codesLeft = await countRecoveryCodes(tx, userId)
  const seen = { at: ctx.now.toISOString(), ip: ctx.ip ?? undefined, device: ctx.userAgent ?? undefined }
  await tellOwner(tx, { mail: 'recovery_code_used', userId, codesLeft, ...seen }, ctx.now)
}
