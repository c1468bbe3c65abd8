import { createHmac } from 'node:crypto'
import {
  privateKeyOf,
  type PublicJwk,
  publicKeyOf,
  signBytes,
  type SigningAlgorithm,
  verifyBytes,
} from '@/lib/config/signing-keys'
import { equalBytes, sha256 } from '@/lib/platform/crypto'

/** The claims of a verified token, before they are validated. */
export type Claims = Record<string, unknown>

/** A key with its only algorithm (RFC 8725 §3.1). */
export interface JwtKey {
  kid: string
  alg: 'HS256' | SigningAlgorithm
  sign(input: string): Buffer
  isSignature(this: void, given: Buffer, input: string): boolean
  /** The encoded headers that it signs under, by type. At most one per kind of token. */
  headers: Map<string, string>
}

// Signatures are made in this thread (HMAC about 5 µs, ES256 about 30 and 70 µs) on purpose:
// WebCrypto would queue behind password hashes in the thread pool, and a flood of sign-ins would
// slow down every request with a token.

/** HS256 over the UTF-8 bytes of a secret (RFC 7518 §3.2). */
export function secretJwtKey(secret: string): JwtKey {
  const bytes = Buffer.from(secret, 'utf8')
  const sign = (input: string) => createHmac('sha256', bytes).update(input).digest()
  return {
    kid: sha256(`kid:${secret}`).toString('base64url').slice(0, 8),
    alg: 'HS256',
    sign,
    isSignature: (given, input) => equalBytes(sign(input), given),
    headers: new Map(),
  }
}

/** A key whose public part others use to verify. Without `d` it cannot sign. */
export function publishedJwtKey(jwk: PublicJwk & { d?: string }): JwtKey {
  const { kid, alg, d } = jwk
  const publicKey = publicKeyOf(jwk)
  const privateKey = d === undefined ? null : privateKeyOf({ ...jwk, d })
  return {
    kid,
    alg,
    sign: (input) => {
      if (!privateKey) throw new Error(`the key ${kid} has no private part`)
      return signBytes(alg, privateKey, Buffer.from(input))
    },
    isSignature: (given, input) => verifyBytes(alg, publicKey, Buffer.from(input), given),
    headers: new Map(),
  }
}

/** Signs claims as a JWT of type `typ` (RFC 7519, RFC 8725 §3.11: explicit typing). */
export function signJwt(typ: string, claims: Claims, key: JwtKey): string {
  const input = `${headerOf(key, typ)}.${encode(claims)}`
  return `${input}.${key.sign(input).toString('base64url')}`
}

const MAX_LENGTH = 4096
const HEADERS = new Set(['alg', 'typ', 'kid'])

/**
 * The claims of a JWT of type `typ` signed with one of our keys; null for everything else.
 * `keysFor` decides by the `kid` which keys count, and a key has one algorithm: another `alg` is
 * refused, and so are another key's `kid` and any header that we don't issue, such as `jku`
 * (RFC 8725 §3.1, §3.10). Each part must be canonical base64url, so that a token has only one
 * spelling.
 */
export function verifyJwt(...by: Parameters<typeof verifyJwtAndFindKey>): Claims | null {
  return verifyJwtAndFindKey(...by)?.claims ?? null
}

/** Like `verifyJwt`; also names the key that signed it. */
export function verifyJwtAndFindKey(
  typ: string,
  token: string,
  keysFor: (kid: unknown) => readonly JwtKey[],
): { claims: Claims; key: JwtKey } | null {
  if (token.length > MAX_LENGTH) return null
  const [header, payload, signature, ...rest] = token.split('.')
  if (!header || !payload || !signature || rest.length > 0) return null
  const head = parseObject(header)
  if (!head || head.typ !== typ || !Object.keys(head).every((name) => HEADERS.has(name)))
    return null
  const given = decodeCanonical(signature)
  if (!given) return null
  const input = `${header}.${payload}`
  const key = keysFor(head.kid).find(
    ({ alg, kid, isSignature }) =>
      head.alg === alg && (head.kid === undefined || head.kid === kid) && isSignature(given, input),
  )
  const claims = key && parseObject(payload)
  return claims ? { claims, key } : null
}

function headerOf({ kid, alg, headers }: JwtKey, typ: string): string {
  let header = headers.get(typ)
  if (!header) headers.set(typ, (header = encode({ alg, typ, kid })))
  return header
}

function encode(value: Claims): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url')
}

function decodeCanonical(part: string): Buffer | null {
  const bytes = Buffer.from(part, 'base64url')
  return bytes.toString('base64url') === part ? bytes : null
}

function parseObject(part: string): Claims | null {
  const bytes = decodeCanonical(part)
  if (!bytes) return null
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Claims)
      : null
  } catch {
    return null
  }
}
