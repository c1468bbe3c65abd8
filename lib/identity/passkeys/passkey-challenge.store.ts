import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken, sha256 } from '@/lib/platform/crypto'
import type { Db } from '@/lib/platform/db/database'
import type { Surface } from '@/lib/platform/request-context'

/** How long an answer may take, in seconds. */
export const PASSKEY_CHALLENGE_SECONDS = 300

/** What a challenge was handed out for. An answer to one purpose is worth nothing for another. */
export type PasskeyPurpose = 'create' | 'sign_in' | 'second_step' | 'reauthenticate'

/**
 * What the answer must come with, so that no one can have another user's answer accepted: the
 * secret of the browser or app that asked, the MFA token, or the session.
 */
export interface PasskeyBinding {
  purpose: PasskeyPurpose
  surface: Surface
  secret: string
}

/**
 * Stores a new challenge (32 random bytes, WebAuthn §13.4.3) and returns it in base64url. Only its
 * SHA-256 and that of the binding are stored. `userId`: whose passkeys may answer; null for a
 * sign-in.
 */
export async function startPasskeyChallenge(
  db: Db,
  by: PasskeyBinding & { userId: string | null; now: Date },
): Promise<string> {
  const challenge = newSecretToken()
  await db.passkeyChallenge.createMany({
    data: {
      challengeHash: sha256(challenge),
      purpose: by.purpose,
      surface: by.surface,
      bindingHash: bindingHash(by),
      userId: by.userId,
      expiresAt: addSeconds(by.now, PASSKEY_CHALLENGE_SECONDS),
    },
  })
  return challenge
}

/**
 * Consumes a challenge: of any number of answers exactly one gets it, whatever is wrong with that
 * answer. Decided by one conditional write. Null if it is unknown, used, expired, or was handed out
 * to someone else or for something else.
 */
export async function claimPasskeyChallenge(
  db: Db,
  by: PasskeyBinding & { challenge: string; now: Date },
): Promise<{ userId: string | null } | null> {
  const [row] = await db.$queryRaw<{ userId: string | null }[]>`
    DELETE FROM passkey_challenges
    WHERE challenge_hash = ${sha256(by.challenge)}::bytea AND purpose = ${by.purpose}
      AND surface = ${by.surface}::surface AND binding_hash = ${bindingHash(by)}::bytea
      AND expires_at > ${by.now}::timestamptz
    RETURNING user_id::text AS "userId"`
  return row ?? null
}

/** Deletes up to `limit` challenges that were not answered in time. Returns how many. */
export function purgePasskeyChallenges(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM passkey_challenges WHERE challenge_hash IN (
      SELECT challenge_hash FROM passkey_challenges WHERE expires_at <= ${now}::timestamptz
      LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

const bindingHash = ({ purpose, secret }: PasskeyBinding) => sha256(`${purpose}\n${secret}`)
