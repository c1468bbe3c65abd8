import { findCredentials } from '@/lib/accounts/user.store'
import type { PasskeySettings } from '@/lib/config/passkey-settings'
import { settings } from '@/lib/config/settings'
import { findOpenChallengeOwner } from '@/lib/identity/mfa/challenge.store'
import {
  type PasskeyBinding,
  type PasskeyPurpose,
  PASSKEY_CHALLENGE_SECONDS,
  startPasskeyChallenge,
} from '@/lib/identity/passkeys/passkey-challenge.store'
import type { CreationOptions, RequestOptions } from '@/lib/identity/passkeys/passkey.responses'
import {
  countPasskeysOf,
  ensureUserHandle,
  listPasskeysOf,
  MAX_PASSKEYS,
  type PasskeyRow,
} from '@/lib/identity/passkeys/passkey.store'
import { ALGORITHMS } from '@/lib/identity/passkeys/verify-passkey'
import { checkRecentPassword } from '@/lib/identity/sign-in/reauthenticate'
import { sha256 } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext, SessionPrincipal } from '@/lib/platform/request-context'
import { deviceHash } from '@/lib/protection/login-guard/known-device.store'

/** How long the browser waits for the user, in milliseconds: as long as the challenge is valid. */
const TIMEOUT_MS = PASSKEY_CHALLENGE_SECONDS * 1000

/** The binding of a signed-in user's challenge to their session. */
export const sessionBinding = (
  purpose: Extract<PasskeyPurpose, 'create' | 'reauthenticate'>,
  { sessionId }: SessionPrincipal,
  { surface }: RequestContext,
): PasskeyBinding => ({ purpose, surface, secret: sessionId })

/**
 * Begins a sign-in with a passkey. The answer must come with `secret`, which only the browser or
 * app that asks has. Says nothing about accounts: any passkey of this site may answer.
 */
export async function startPasskeySignIn(
  { secret }: { secret: string },
  ctx: RequestContext,
): Promise<Outcome<{ options: RequestOptions }>> {
  const party = settings().passkeys
  if (!party) return refuse('feature_disabled')
  const binding = { purpose: 'sign_in', surface: ctx.surface, secret } as const
  const challenge = await startPasskeyChallenge(db(), { ...binding, userId: null, now: ctx.now })
  return { ok: true, options: requestOptions(party, challenge, 'required', []) }
}

/**
 * Begins the second step of a sign-in with a passkey of the account that passed the first step. It
 * needs no user verification, because the password was the other factor.
 */
export async function startPasskeyStep(
  { mfaToken }: { mfaToken: string },
  ctx: RequestContext,
): Promise<Outcome<{ options: RequestOptions }>> {
  const party = settings().passkeys
  if (!party) return refuse('feature_disabled')
  const userId = await findOwner(mfaToken, ctx)
  if (!userId) return refuse('mfa_challenge_expired')
  const own = usableOf(await listPasskeysOf(db(), userId), party)
  if (own.length === 0) return refuse('not_found')
  const binding = { purpose: 'second_step', surface: ctx.surface, secret: mfaToken } as const
  const challenge = await startPasskeyChallenge(db(), { ...binding, userId, now: ctx.now })
  return { ok: true, options: requestOptions(party, challenge, 'preferred', own) }
}

/** Whether the account that passed the first step of a sign-in can use a passkey for the second. */
export async function mayUsePasskey(mfaToken: string, ctx: RequestContext): Promise<boolean> {
  const party = settings().passkeys
  if (!party) return false
  const userId = await findOwner(mfaToken, ctx)
  return userId !== null && (await countPasskeysOf(db(), { userId, rpId: party.rpId })) > 0
}

/** Whose sign-in an open MFA token completes, on the surface and device of its first step. */
function findOwner(mfaToken: string, ctx: RequestContext): Promise<string | null> {
  const tokenHash = sha256(mfaToken)
  const device = ctx.deviceToken ? deviceHash(ctx.deviceToken) : null
  const { surface, now } = ctx
  return findOpenChallengeOwner(db(), { tokenHash, surface, deviceHash: device, now })
}

/** Begins the proof, with one of their passkeys, that the account is the signed-in user's. */
export async function startPasskeyProof(
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ options: RequestOptions }>> {
  const party = settings().passkeys
  if (!party) return refuse('feature_disabled')
  const { userId } = principal
  const own = usableOf(await listPasskeysOf(db(), userId), party)
  if (own.length === 0) return refuse('not_found')
  const binding = sessionBinding('reauthenticate', principal, ctx)
  const challenge = await startPasskeyChallenge(db(), { ...binding, userId, now: ctx.now })
  return { ok: true, options: requestOptions(party, challenge, 'required', own) }
}

/**
 * Begins to add a passkey to the signed-in user's account. Requires the password, if it has one,
 * or a recent credential that counts as it, because the passkey will open the account and count as
 * the password: the challenge is the proof that there was one.
 */
export async function startPasskeyCreation(
  { password }: { password?: string },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ options: CreationOptions }>> {
  const party = settings().passkeys
  if (!party) return refuse('feature_disabled')
  const { userId } = principal
  const proof = { password, refusedAction: 'passkey.proof_refused' } as const
  const refusal = await checkRecentPassword(principal, proof, ctx)
  if (refusal) return refusal
  const user = await findCredentials(db(), userId)
  if (user?.status !== 'active') return refuse('session_revoked')
  const existing = await listPasskeysOf(db(), userId)
  if (existing.length >= MAX_PASSKEYS) return refuseAnother()
  const handle = await ensureUserHandle(db(), userId)
  const binding = sessionBinding('create', principal, ctx)
  const challenge = await startPasskeyChallenge(db(), { ...binding, userId, now: ctx.now })
  const options: CreationOptions = {
    challenge,
    rp: { id: party.rpId, name: settings().brand.productName },
    user: {
      id: Buffer.from(handle).toString('base64url'),
      name: user.email,
      displayName: user.name ?? user.email,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: existing.map(toDescriptor),
  }
  return { ok: true, options }
}

export const refuseAnother = () =>
  refuse('conflict', {
    detail: `An account can have ${MAX_PASSKEYS} passkeys. Remove one you no longer use.`,
    limit: MAX_PASSKEYS,
  })

/** Passkeys of another relying party can't be used here. */
const usableOf = (passkeys: PasskeyRow[], { rpId }: PasskeySettings) =>
  passkeys.filter((passkey) => passkey.rpId === rpId)

function requestOptions(
  { rpId }: PasskeySettings,
  challenge: string,
  userVerification: 'required' | 'preferred',
  allowed: PasskeyRow[],
): RequestOptions {
  return {
    challenge,
    rpId,
    timeout: TIMEOUT_MS,
    userVerification,
    allowCredentials: allowed.map(toDescriptor),
  }
}

const toDescriptor = ({ credentialId, transports }: PasskeyRow) => ({
  id: Buffer.from(credentialId).toString('base64url'),
  type: 'public-key' as const,
  transports,
})
