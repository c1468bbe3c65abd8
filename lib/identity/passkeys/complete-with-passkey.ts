import { recordAudit } from '@/lib/audit/record-audit'
import { settings } from '@/lib/config/settings'
import { runInAccountQueue } from '@/lib/identity/mfa/account-queue'
import {
  consumeChallenge,
  countAttempt,
  findChallengeOwner,
  findClosedChallenge,
  lockChallenge,
} from '@/lib/identity/mfa/challenge.store'
import {
  checkResponse,
  type CheckedAssertion,
  type RefusedAssertion,
  spendAssertion,
} from '@/lib/identity/passkeys/check-response'
import type { PasskeyAssertion } from '@/lib/identity/passkeys/passkeys.schemas'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { openVerifiedSession, refuseChallenge } from '@/lib/identity/sign-in/complete-sign-in'
import { sha256 } from '@/lib/platform/crypto'
import { db, type Tx } from '@/lib/platform/db/database'
import { inRacedTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { deviceHash } from '@/lib/protection/login-guard/known-device.store'

/**
 * Completes the second step of a sign-in with a passkey of the account, instead of a code. The
 * rules of `completeSecondStep` apply: a refused passkey counts as an incorrect code of this
 * sign-in, and of concurrent answers one wins.
 */
export async function completeWithPasskey(
  { mfaToken, passkey }: { mfaToken: string; passkey: PasskeyAssertion },
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const party = settings().passkeys
  if (!party) return refuse('feature_disabled')
  const tokenHash = sha256(mfaToken)
  const userId = await findChallengeOwner(db(), tokenHash)
  if (!userId) return refuse('mfa_challenge_expired')
  const binding = { purpose: 'second_step', surface: ctx.surface, secret: mfaToken } as const
  return runInAccountQueue(userId, async () => {
    const checked = await checkResponse(passkey, { binding, party }, ctx)
    return inRacedTransaction((tx) => complete(tx, { tokenHash, checked }, ctx))
  })
}

async function complete(
  tx: Tx,
  by: { tokenHash: Buffer<ArrayBuffer>; checked: CheckedAssertion | RefusedAssertion },
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const { tokenHash, checked } = by
  const { surface, now } = ctx
  const device = ctx.deviceToken ? deviceHash(ctx.deviceToken) : null
  const challenge = await lockChallenge(tx, { tokenHash, surface, deviceHash: device, now })
  if (!challenge) return refuseChallenge(tx, await findClosedChallenge(tx, tokenHash, now), ctx)
  const { userId } = challenge
  if ('fault' in checked) return refuseStep(tx, { ...by, userId, reason: checked.fault }, ctx)
  const fault = await spendAssertion(tx, checked, ctx)
  if (fault) return refuseStep(tx, { ...by, userId, reason: fault }, ctx)
  await consumeChallenge(tx, tokenHash, now)
  const amr = checked.userVerified ? ['hwk', 'user'] : ['hwk']
  return openVerifiedSession(tx, challenge, { amr }, ctx)
}

async function refuseStep(
  tx: Tx,
  by: { tokenHash: Buffer<ArrayBuffer>; userId: string; reason: string },
  ctx: RequestContext,
) {
  const { userId, reason } = by
  await countAttempt(tx, by.tokenHash)
  await recordAudit(tx, ctx, {
    action: 'session.refused',
    outcome: 'refused',
    actorId: userId,
    targetId: userId,
    details: { factor: 'mfa', reason },
  })
  return refuse('passkey_refused')
}
