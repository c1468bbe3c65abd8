import type { PasskeySettings } from '@/lib/config/passkey-settings'
import { recordAudit } from '@/lib/audit/record-audit'
import { readClientData } from '@/lib/identity/passkeys/client-data'
import {
  claimPasskeyChallenge,
  type PasskeyBinding,
} from '@/lib/identity/passkeys/passkey-challenge.store'
import {
  acceptAssertion,
  findPasskey,
  type StoredPasskey,
} from '@/lib/identity/passkeys/passkey.store'
import type { PasskeyAssertion } from '@/lib/identity/passkeys/passkeys.schemas'
import {
  type PasskeyFault,
  verifyAssertion,
  type VerifiedAssertion,
} from '@/lib/identity/passkeys/verify-passkey'
import { notifyOwner, seenBy } from '@/lib/messaging/inbox/notify-owner'
import { equalBytes } from '@/lib/platform/crypto'
import { db, type Tx } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'

/** Why an assertion is refused, for the audit trail. */
export type AssertionFault =
  PasskeyFault | 'challenge' | 'unknown_passkey' | 'other_account' | 'cloned'

/** An assertion with a valid signature. Nothing is written yet. */
export interface CheckedAssertion extends VerifiedAssertion {
  passkey: StoredPasskey
}

export interface RefusedAssertion {
  fault: AssertionFault
  /** Whose passkey it was, if it was one. */
  userId: string | null
}

/**
 * Consumes the challenge and then checks the assertion. `challenge` is the fault when there was
 * nothing to consume: nothing else was looked at. An unknown passkey costs what a wrong signature
 * costs.
 */
export async function checkResponse(
  response: PasskeyAssertion,
  by: { binding: PasskeyBinding; party: PasskeySettings },
  ctx: RequestContext,
): Promise<CheckedAssertion | RefusedAssertion> {
  const { binding, party } = by
  const challenge = readClientData(response.response.clientDataJSON)?.challenge
  const claimed =
    challenge !== undefined &&
    (await claimPasskeyChallenge(db(), { ...binding, challenge, now: ctx.now }))
  if (!claimed) return { fault: 'challenge', userId: null }
  const credentialId = new Uint8Array(Buffer.from(response.id, 'base64url'))
  const passkey = await findPasskey(db(), { credentialId, rpId: party.rpId })
  const publicKey = passkey?.publicKey ?? DECOY
  const verified = await verifyAssertion(response, { challenge, publicKey, party })
  if (!passkey) return { fault: 'unknown_passkey', userId: null }
  const { userId } = passkey
  if (typeof verified === 'string') return { fault: verified, userId }
  if (!belongs(response, passkey, claimed.userId)) return { fault: 'other_account', userId }
  if (!verified.userVerified && binding.purpose !== 'second_step')
    return { fault: 'not_verified', userId }
  return { ...verified, passkey }
}

/**
 * A passkey answers for its own account only: the handle that the authenticator stored must be that
 * account's. Where no account was asked for, it must be there (WebAuthn §7.2, step 6).
 */
function belongs(
  { response }: PasskeyAssertion,
  { userId, handle }: StoredPasskey,
  askedUserId: string | null,
): boolean {
  if (askedUserId !== null && askedUserId !== userId) return false
  if (!response.userHandle) return askedUserId !== null
  return equalBytes(Buffer.from(response.userHandle, 'base64url'), Buffer.from(handle))
}

/** Some P-256 key (a COSE_Key with the base point): its private key signs nothing here. */
const DECOY = new Uint8Array(
  Buffer.from(
    'a5010203262001215820' +
      '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
      '225820' +
      '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    'hex',
  ),
)

/**
 * Stores the counter of a checked assertion; a fault if it does not rise, or the passkey was
 * removed. Then the passkey was copied: the owner is told, and the caller must commit.
 */
export async function spendAssertion(
  tx: Tx,
  { passkey, counter, backedUp }: CheckedAssertion,
  ctx: RequestContext,
): Promise<AssertionFault | null> {
  const { id, userId, name } = passkey
  const accepted = await acceptAssertion(tx, { id, counter, backedUp, now: ctx.now })
  if (accepted === 'accepted') return null
  if (accepted === 'gone') return 'unknown_passkey'
  await recordAudit(tx, ctx, {
    action: 'passkey.cloned',
    outcome: 'refused',
    actorId: userId,
    targetId: userId,
    details: { passkey_id: id, name, counter },
  })
  await notifyOwner(tx, { mail: 'passkey_cloned', userId, passkey: name, ...seenBy(ctx) }, ctx.now)
  return 'cloned'
}
