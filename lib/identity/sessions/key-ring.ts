import { processSingleton } from '@/lib/config/process-singleton'
import { settings, type Settings } from '@/lib/config/settings'
import { type PublicJwk, toPublicJwk } from '@/lib/config/signing-keys'
import { type JwtKey, publishedJwtKey, secretJwtKey } from '@/lib/identity/sessions/jwt'
import { toEpochSeconds } from '@/lib/platform/clock'

/** The keys in force. A new ring replaces it when they change. */
export interface KeyRing {
  /** The signing secrets; the first one signs. Refresh tokens are always theirs. */
  secrets: readonly JwtKey[]
  signerOfAccessTokens(now: Date): JwtKey
  /**
   * The keys that an access token with this `kid` may be signed with. One that is not published
   * may be from before there were published keys, so the secrets verify it (`lastSecretExpiry`).
   */
  keysOfAccessTokens(this: void, kid: unknown): readonly JwtKey[]
  /**
   * The latest `exp`, in seconds, of an access token that a secret signed. Published keys end these
   * tokens: anyone who has the secret could otherwise create them indefinitely.
   */
  lastSecretExpiry(now: Date): number
  /** The public keys of access tokens; none while a secret signs them. */
  published: readonly PublicJwk[]
}

/** A key of the database. One that could not be opened has no `d` and only verifies. */
export interface StoredKey {
  jwk: PublicJwk & { d?: string }
  signsFrom: Date
}

/** What the database says about the keys. */
export interface StoredKeys {
  /** Oldest first. */
  keys: readonly StoredKey[]
  /** When published keys have taken over from the secret on every instance; null: never yet. */
  switchedAt: Date | null
}

const stored = () =>
  processSingleton<{ value: StoredKeys }>('signing-keys', () => ({
    value: { keys: [], switchedAt: null },
  }))

export function setStoredKeys(keys: StoredKeys): void {
  stored().value = keys
}

let current: { of: readonly [Settings, StoredKeys]; ring: KeyRing } | null = null

export function keyRing(): KeyRing {
  const inForce = settings()
  const { value } = stored()
  if (!current || current.of[0] !== inForce || current.of[1] !== value)
    current = { of: [inForce, value], ring: makeRing(inForce, value) }
  return current.ring
}

/** Keys of the environment decide alone; then the first one signs, at any time. */
function makeRing({ tokens }: Settings, { keys: keysOfDatabase, switchedAt }: StoredKeys): KeyRing {
  const secrets = [tokens.secret, ...tokens.previousSecrets].map(secretJwtKey)
  const jwks = tokens.signingKeys ?? keysOfDatabase.map(({ jwk }) => jwk)
  const keys = jwks.map(publishedJwtKey)
  const byKid = new Map(keys.map((key) => [key.kid, [key]]))
  const newestFirst = keysOfDatabase
    .map(({ jwk, signsFrom }) => ({ key: byKid.get(jwk.kid)?.[0], jwk, signsFrom }))
    .filter(({ jwk }) => jwk.d !== undefined)
    .reverse()
  const storedSigner = (now: Date) => newestFirst.find(({ signsFrom }) => signsFrom <= now)?.key
  const signer = (now: Date) => (tokens.signingKeys ? keys[0] : storedSigner(now))
  return {
    secrets,
    signerOfAccessTokens: (now) => signer(now) ?? secrets[0]!,
    lastSecretExpiry: (now) => {
      if (keys.length === 0) return Infinity
      if (!switchedAt) return 0
      // No key can be opened, so that the secret signs again.
      if (switchedAt <= now && !signer(now)) return Infinity
      return toEpochSeconds(switchedAt) + tokens.accessTokenTtlSeconds
    },
    keysOfAccessTokens: (kid) => (typeof kid === 'string' && byKid.get(kid)) || secrets,
    published: jwks.map(toPublicJwk),
  }
}
