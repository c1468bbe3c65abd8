import type { z } from 'zod'
import { recordAudit } from '@/lib/audit/record-audit'
import type { signInResponse } from '@/lib/identity/auth.responses'
import { settings } from '@/lib/config/settings'
import { runInAccountQueue } from '@/lib/identity/mfa/account-queue'
import {
  type Challenge,
  CHALLENGE_SECONDS,
  consumeChallenge,
  countAttempt,
  findChallengeOwner,
  findClosedChallenge,
  lockChallenge,
  startChallenge,
  type WaitingIdentity,
} from '@/lib/identity/mfa/challenge.store'
import { countRecoveryCodes } from '@/lib/identity/mfa/factor.store'
import { countPasskeysOf } from '@/lib/identity/passkeys/passkey.store'
import { isTrustedBrowser, trustBrowser } from '@/lib/identity/mfa/trusted-browsers'
import { verifyCode } from '@/lib/identity/mfa/verify-code'
import { checkWaitingIdentity, connectWaitingIdentity } from '@/lib/identity/oauth/waiting-identity'
import {
  establishSession,
  type IssuedSession,
  presentTokens,
} from '@/lib/identity/sessions/establish-session'
import { notifyOwner, seenBy } from '@/lib/messaging/inbox/notify-owner'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken, sha256 } from '@/lib/platform/crypto'
import { type Db, db, type Tx } from '@/lib/platform/db/database'
import { inRacedTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { deviceHash } from '@/lib/protection/login-guard/known-device.store'

/** Connects the first step to the second. Only `completeSecondStep` accepts it. */
export interface IssuedChallenge {
  mfaToken: string
  /** What can complete the sign-in. */
  methods: ('totp' | 'recovery_code' | 'passkey')[]
  expiresInSeconds: number
}

/** The result of a first step. */
export type SignIn = { session: IssuedSession } | { challenge: IssuedChallenge }

/**
 * The API response to the first step of a sign-in: the tokens, or what two-step verification needs.
 * Lifetimes in seconds.
 */
export function presentSignIn(signIn: SignIn): z.output<typeof signInResponse> {
  if ('session' in signIn) return presentTokens(signIn.session)
  const { mfaToken, methods, expiresInSeconds } = signIn.challenge
  return {
    status: 'mfa_required',
    mfa_token: mfaToken,
    methods,
    expires_in: expiresInSeconds,
  }
}

interface FirstStep {
  userId: string
  /** As last read; the rows decide. */
  mfaEnabled: boolean
  /** When the checked password was last changed; undefined when none was checked. */
  passwordChangedAt?: Date | null
  /** How the first step was completed (RFC 8176). */
  amr: string[]
  knownDevice: boolean
  /** The provider account that the second step connects. */
  identity?: WaitingIdentity | null
  /** Whether a trusted browser may skip the second step. */
  trusting?: boolean
}

/**
 * Continues after a correct password or an external identity: a session, or a challenge if the
 * account has a second factor. Null when the account is not active, or its password has changed
 * since it was checked. Both writes check the user's row themselves, so if two-step verification is
 * turned on or off in the meantime, the other write is used. In a browser that the user trusts, the
 * password alone opens a session, which lacks `mfa`, because there was no second step; an emailed
 * code or a provider doesn't.
 */
export async function completeFirstStep(
  db: Db,
  ctx: RequestContext,
  by: FirstStep,
): Promise<SignIn | null> {
  const trusting =
    by.mfaEnabled && by.amr.includes('pwd') && (await isTrustedBrowser(db, by.userId, ctx))
  const trusted = trusting ? await openSession(db, ctx, { ...by, trusting }) : null
  if (trusted) return trusted
  const [likely, other] = by.mfaEnabled
    ? [issueChallenge, openSession]
    : [openSession, issueChallenge]
  return (await likely(db, ctx, by)) ?? (await other(db, ctx, by))
}

async function openSession(db: Db, ctx: RequestContext, by: FirstStep): Promise<SignIn | null> {
  const established = await establishSession(db, ctx, by)
  return established && { session: established }
}

async function issueChallenge(db: Db, ctx: RequestContext, by: FirstStep): Promise<SignIn | null> {
  const mfaToken = newSecretToken()
  const started = await startChallenge(
    db,
    {
      tokenHash: sha256(mfaToken),
      userId: by.userId,
      deviceHash: ctx.deviceToken ? deviceHash(ctx.deviceToken) : null,
      knownDevice: by.knownDevice,
      amr: by.amr,
      passwordChangedAt: by.passwordChangedAt,
      identity: by.identity ?? null,
      expiresAt: addSeconds(ctx.now, CHALLENGE_SECONDS),
    },
    ctx,
  )
  if (!started) return null
  const methods = await methodsOf(db, by.userId)
  return { challenge: { mfaToken, methods, expiresInSeconds: CHALLENGE_SECONDS } }
}

async function methodsOf(db: Db, userId: string): Promise<IssuedChallenge['methods']> {
  const rpId = settings().passkeys?.rpId
  const passkeys = rpId === undefined ? 0 : await countPasskeysOf(db, { userId, rpId })
  return ['totp', 'recovery_code', ...(passkeys > 0 ? (['passkey'] as const) : [])]
}

/**
 * Answers a challenge with an authenticator code or a recovery code, and signs in. A challenge
 * allows one success, five incorrect codes and five minutes, on the surface and with the device
 * token of the first step; of concurrent answers one wins. If the account changed in the meantime
 * (deactivated, another password, two-step verification off), the sign-in has to start over.
 * `overloaded` when too many codes of the account are waiting.
 */
export async function completeSecondStep(
  input: { mfaToken: string; code: string; trust?: boolean },
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const tokenHash = sha256(input.mfaToken)
  const userId = await findChallengeOwner(db(), tokenHash)
  if (!userId) return refuse('mfa_challenge_expired')
  return runInAccountQueue(userId, () =>
    inRacedTransaction((tx) => complete(tx, { ...input, tokenHash }, ctx)),
  )
}

async function complete(
  tx: Tx,
  input: { tokenHash: Buffer<ArrayBuffer>; code: string; trust?: boolean },
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const { tokenHash } = input
  const challenge = await lockChallenge(tx, {
    tokenHash,
    surface: ctx.surface,
    deviceHash: ctx.deviceToken ? deviceHash(ctx.deviceToken) : null,
    now: ctx.now,
  })
  if (!challenge) return refuseChallenge(tx, await findClosedChallenge(tx, tokenHash, ctx.now), ctx)
  const { userId } = challenge
  const verified = await verifyCode(tx, { userId, code: input.code, during: 'sign_in' }, ctx)
  if (!verified.ok) {
    if (verified.code === 'invalid_mfa_code') await countAttempt(tx, tokenHash)
    return verified.code === 'mfa_not_enabled'
      ? refuseChallenge(tx, { userId, reason: 'mfa_not_enabled' }, ctx)
      : verified
  }
  await consumeChallenge(tx, tokenHash, ctx.now)
  if (verified.factor === 'recovery_code') await notifyRecoveryCodeUsed(tx, userId, ctx)
  const otp = verified.factor === 'totp' ? ['otp'] : []
  return openVerifiedSession(tx, challenge, { amr: otp, trust: input.trust }, ctx)
}

/**
 * The same response for everything that can be wrong with a challenge. The actual reason is audited
 * if the challenge existed.
 */
export async function refuseChallenge(
  tx: Tx,
  closed: { userId: string; reason: string } | null,
  ctx: RequestContext,
) {
  if (closed)
    await recordAudit(tx, ctx, {
      action: 'session.refused',
      outcome: 'refused',
      actorId: closed.userId,
      targetId: closed.userId,
      details: { factor: 'mfa', reason: closed.reason },
    })
  return refuse('mfa_challenge_expired')
}

/**
 * Opens the session of a consumed challenge, and connects the provider account that waits for it.
 * `amr`: how the second step was completed; `trust`: whether the browser may skip it from now on.
 * Throws LostRace.
 */
export async function openVerifiedSession(
  tx: Tx,
  challenge: Challenge,
  { amr, trust = false }: { amr: string[]; trust?: boolean },
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const { userId } = challenge
  const waiting = await checkWaitingIdentity(tx, challenge, ctx)
  if (!waiting.ok) return waiting
  const { identity } = waiting
  const session = await establishSession(tx, ctx, {
    userId,
    passwordChangedAt: challenge.passwordChangedAt,
    // A code from an email and one from an authenticator app are both `otp`.
    amr: [...new Set([...challenge.amr, ...amr, 'mfa'])],
    knownDevice: challenge.knownDevice,
  })
  if (!session) return refuseChallenge(tx, { userId, reason: 'account_changed' }, ctx)
  if (identity) await connectWaitingIdentity(tx, { userId, identity }, ctx)
  if (trust) await trustBrowser(tx, { userId, deviceToken: session.deviceToken }, ctx)
  return { ok: true, session }
}

async function notifyRecoveryCodeUsed(tx: Tx, userId: string, ctx: RequestContext): Promise<void> {
  const codesLeft = await countRecoveryCodes(tx, userId)
  await notifyOwner(tx, { mail: 'recovery_code_used', userId, codesLeft, ...seenBy(ctx) }, ctx.now)
}
