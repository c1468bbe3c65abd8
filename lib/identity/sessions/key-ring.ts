import { settings, type Settings } from '@/lib/config/settings'
import { type PublicJwk, toPublicJwk } from '@/lib/config/signing-keys'
import { type JwtKey, privateJwtKey, secretJwtKey } from '@/lib/identity/sessions/jwt'

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

const rings = new WeakMap<Settings, KeyRing>()

export function keyRing(): KeyRing {
  const inForce = settings()
  let ring = rings.get(inForce)
  if (!ring) rings.set(inForce, (ring = makeRing(inForce)))
  return ring
}

function makeRing({ tokens }: Settings): KeyRing {
  const secrets = [tokens.secret, ...tokens.previousSecrets].map(secretJwtKey)
  const jwks = tokens.signingKeys ?? []
  const keys = jwks.map(privateJwtKey)
  const byKid = new Map(keys.map((key) => [key.kid, [key]]))
  return {
    secrets,
    signerOfAccessTokens: () => keys[0] ?? secrets[0]!,
    keysOfAccessTokens: (kid) => (typeof kid === 'string' && byKid.get(kid)) || secrets,
    published: jwks.map(toPublicJwk),
  }
}
