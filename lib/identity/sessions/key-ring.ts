import { processSingleton } from '@/lib/config/process-singleton'
import { settings, type Settings } from '@/lib/config/settings'
import { type PublicJwk, toPublicJwk } from '@/lib/config/signing-keys'
import { type JwtKey, publishedJwtKey, secretJwtKey } from '@/lib/identity/sessions/jwt'

/** The keys in force. A new ring replaces it when they change. */
export interface KeyRing {
  /** The signing secrets; the first one signs. Refresh tokens are always theirs. */
  secrets: readonly JwtKey[]
  signerOfAccessTokens(now: Date): JwtKey
  /**
   * The keys that an access token with this `kid` may be signed with. One that is not published
   * may be from before there were published keys: the secrets verify it until it expires.
   */
  keysOfAccessTokens(this: void, kid: unknown): readonly JwtKey[]
  /** The public keys of access tokens; none while a secret signs them. */
  published: readonly PublicJwk[]
}

/** A key of the database. One that could not be opened has no `d` and only verifies. */
export interface StoredKey {
  jwk: PublicJwk & { d?: string }
  signsFrom: Date
}

const stored = () =>
  processSingleton<{ keys: readonly StoredKey[] }>('signing-keys', () => ({ keys: [] }))

/** Applies the keys of the database, oldest first. */
export function useStoredKeys(keys: readonly StoredKey[]): void {
  stored().keys = keys
}

let current: { of: readonly [Settings, readonly StoredKey[]]; ring: KeyRing } | null = null

export function keyRing(): KeyRing {
  const inForce = settings()
  const { keys } = stored()
  if (!current || current.of[0] !== inForce || current.of[1] !== keys)
    current = { of: [inForce, keys], ring: makeRing(inForce, keys) }
  return current.ring
}

/** Keys of the environment decide alone; then the first one signs, at any time. */
function makeRing({ tokens }: Settings, keysOfDatabase: readonly StoredKey[]): KeyRing {
  const secrets = [tokens.secret, ...tokens.previousSecrets].map(secretJwtKey)
  const jwks = tokens.signingKeys ?? keysOfDatabase.map(({ jwk }) => jwk)
  const keys = jwks.map(publishedJwtKey)
  const byKid = new Map(keys.map((key) => [key.kid, [key]]))
  const newestFirst = keysOfDatabase
    .map(({ jwk, signsFrom }) => ({ key: byKid.get(jwk.kid)?.[0], jwk, signsFrom }))
    .filter(({ jwk }) => jwk.d !== undefined)
    .reverse()
  const storedSigner = (now: Date) => newestFirst.find(({ signsFrom }) => signsFrom <= now)?.key
  return {
    secrets,
    signerOfAccessTokens: (now) =>
      (tokens.signingKeys ? keys[0] : storedSigner(now)) ?? secrets[0]!,
    keysOfAccessTokens: (kid) => (typeof kid === 'string' && byKid.get(kid)) || secrets,
    published: jwks.map(toPublicJwk),
  }
}
