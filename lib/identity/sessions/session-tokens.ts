import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { processSingleton } from '@/lib/config/process-singleton'
import { settings, type Settings } from '@/lib/config/settings'
import { addSeconds, toEpochSeconds } from '@/lib/platform/clock'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import { isId } from '@/lib/platform/ids'
import type { Surface } from '@/lib/platform/request-context'

const ACCESS_TOKEN_TYPE = 'at+jwt'
/** How far ahead another instance's clock may be, in seconds. Expiry has no tolerance. */
const MAX_SKEW_SECONDS = 30

/**
 * The claims of an access token. Permissions are not included; they are read where they are
 * checked.
 */
export interface AccessClaims {
  userId: string
  sessionId: string
  surface: Surface
  /** The generation of the session family that this token belongs to. */
  generation: number
  /** Seconds since the epoch. */
  exp: number
}

/** The session fields needed to create its access token. */
export interface AccessTokenSource {
  id: string
  userId: string
  surface: Surface
  generation: number
  authTime: Date
  amr: readonly string[]
  maxExpiresAt: Date
}

/**
 * Creates an access token (RFC 9068 shape, HS256). It never outlives the session's absolute expiry.
 */
export function makeAccessToken(
  session: AccessTokenSource,
  now: Date,
): { token: string; expiresInSeconds: number } {
  const { issuer, audience, accessTokenTtlSeconds } = settings().tokens
  const iat = toEpochSeconds(now)
  const exp = Math.min(iat + accessTokenTtlSeconds, toEpochSeconds(session.maxExpiresAt))
  const token = signJwt(ACCESS_TOKEN_TYPE, {
    iss: issuer,
    aud: audience,
    sub: session.userId,
    sid: session.id,
    jti: `${session.generation}.${randomUUID()}`,
    iat,
    exp,
    auth_time: toEpochSeconds(session.authTime),
    amr: session.amr,
    client_id: session.surface,
  })
  return { token, expiresInSeconds: exp - iat }
}

/**
 * Reads an access token; distinguishes invalid from merely expired. Does not check whether the
 * session is live.
 */
export function readAccessToken(token: string, now: Date): AccessClaims | 'invalid' | 'expired' {
  const claims = verifyJwt(ACCESS_TOKEN_TYPE, token)
  if (!claims) return 'invalid'
  const { issuer, audience } = settings().tokens
  const { iss, aud, sub, sid, jti, iat, exp, nbf, client_id: surface } = claims
  if (iss !== issuer || aud !== audience) return 'invalid'
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string')
    return 'invalid'
  if (!isId(sub) || !isId(sid) || (surface !== 'web' && surface !== 'api')) return 'invalid'
  if (!isNumericDate(exp) || !isNumericDate(iat)) return 'invalid'
  const latestStart = toEpochSeconds(addSeconds(now, MAX_SKEW_SECONDS))
  if (iat > latestStart || (nbf !== undefined && !(isNumericDate(nbf) && nbf <= latestStart)))
    return 'invalid'
  if (exp * 1000 <= now.getTime()) return 'expired'
  const generation = Number.parseInt(jti, 10)
  return {
    userId: sub,
    sessionId: sid,
    surface,
    generation: Number.isSafeInteger(generation) ? generation : 0,
    exp,
  }
}

const MAX_TOKENS = 20_000

/**
 * One cache per settings object, which includes the keys, so that tokens verified under other
 * settings are not reused.
 */
const tokenCaches = new WeakMap<Settings, LRUCache<string, AccessClaims>>()

/**
 * Like `readAccessToken`, but caches valid tokens: a client sends the same one for minutes, and the
 * same text has the same signature. Expiry is checked every time. Callers must check every time
 * that the session is live.
 */
export function readCachedAccessToken(
  token: string,
  now: Date,
): AccessClaims | 'invalid' | 'expired' {
  const inForce = settings()
  let cache = tokenCaches.get(inForce)
  if (!cache) tokenCaches.set(inForce, (cache = new LRUCache({ max: MAX_TOKENS })))
  const known = cache.get(token)
  if (known) return known.exp * 1000 <= now.getTime() ? 'expired' : known
  const claims = readAccessToken(token, now)
  if (typeof claims === 'object') cache.set(token, claims)
  return claims
}

const REFRESH_TOKEN_TYPE = 'rt+jwt'
const REFRESH_TOKEN_AUDIENCE = 'urn:gatehouse:refresh'
const BLOCK = 64

/**
 * The claims of a refresh token. Only the signature is verified; the family's own key must also
 * match (`jti`).
 */
export interface RefreshClaims {
  userId: string
  sessionId: string
  generation: number
  jti: Buffer
}

/** The family fields needed to create the refresh token of its current generation. */
export interface RefreshTokenSource {
  id: string
  userId: string
  generation: number
  jtiKey: Uint8Array
  expiresAt: Date
}

/**
 * A new key of a family: the two padded blocks of HMAC (RFC 2104 §2), so that the rotating UPDATE
 * can finish the HMAC with PostgreSQL's own sha256(). Because the `jti` depends on it, the signing
 * secret alone is not enough to forge a refresh token.
 */
export function newJtiKey(): Uint8Array<ArrayBuffer> {
  const key = Buffer.alloc(BLOCK)
  randomBytes(32).copy(key)
  return Uint8Array.from([...key.map((byte) => byte ^ 0x36), ...key.map((byte) => byte ^ 0x5c)])
}

/** HMAC-SHA-256 of the generation (8 bytes, big-endian) under the family's key. */
export function jtiOf(jtiKey: Uint8Array, generation: number): Buffer {
  const message = Buffer.alloc(8)
  message.writeBigInt64BE(BigInt(generation))
  const inner = sha256(Buffer.concat([jtiKey.subarray(0, BLOCK), message]))
  return sha256(Buffer.concat([jtiKey.subarray(BLOCK), inner]))
}

/**
 * The refresh token of the family's current generation, which began at `issuedAt`. A pure function
 * of the row, so that a retry gets the same token.
 */
export function makeRefreshToken(family: RefreshTokenSource, issuedAt: Date): string {
  return signJwt(REFRESH_TOKEN_TYPE, {
    iss: settings().tokens.issuer,
    aud: REFRESH_TOKEN_AUDIENCE,
    sub: family.userId,
    sid: family.id,
    gen: family.generation,
    jti: jtiOf(family.jtiKey, family.generation).toString('base64url'),
    iat: toEpochSeconds(issuedAt),
    exp: toEpochSeconds(family.expiresAt),
  })
}

/**
 * Reads a refresh token, expired or not (presenting an old one is still a replay). Null when it is
 * not one of ours.
 */
export function readRefreshToken(token: string): RefreshClaims | null {
  const claims = verifyJwt(REFRESH_TOKEN_TYPE, token)
  if (!claims) return null
  const { iss, aud, sub, sid, gen, jti, exp } = claims
  if (iss !== settings().tokens.issuer || aud !== REFRESH_TOKEN_AUDIENCE || !isNumericDate(exp))
    return null
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string') return null
  if (!isId(sub) || !isId(sid) || !isNumericDate(gen) || gen > 0x7fffffff) return null
  return { userId: sub, sessionId: sid, generation: gen, jti: Buffer.from(jti, 'base64url') }
}

/** Whether the token was issued by this family for the generation it names. */
export function isIssuedBy(
  claims: RefreshClaims,
  family: { userId: string; jtiKey: Uint8Array },
): boolean {
  return (
    claims.userId === family.userId &&
    equalBytes(claims.jti, jtiOf(family.jtiKey, claims.generation))
  )
}

/** The claims of a verified token, before they are validated. */
export type Claims = Record<string, unknown>

interface Key {
  bytes: Buffer
  kid: string
  /** The encoded headers that it signs under, by type. At most one per kind of token. */
  headers: Map<string, string>
}

// HMAC runs in this thread (about 5 µs) on purpose: WebCrypto would queue behind password hashes in
// the thread pool, and a flood of sign-ins would slow down every request with a token.
const signature = (key: Key, input: string) =>
  createHmac('sha256', key.bytes).update(input).digest()

/**
 * The verification keys; the first one signs. HS256 over the UTF-8 bytes of the secrets (RFC 7518
 * §3.2).
 */
function keys(): Key[] {
  const { secret, previousSecrets } = settings().tokens
  const cached = processSingleton<{ of: string; keys: Key[] }>('jwt-keys', () => ({
    of: '',
    keys: [],
  }))
  const of = [secret, ...previousSecrets].join('\n')
  if (cached.of !== of) {
    cached.of = of
    cached.keys = [secret, ...previousSecrets].map((text) => ({
      bytes: Buffer.from(text, 'utf8'),
      kid: sha256(`kid:${text}`).toString('base64url').slice(0, 8),
      headers: new Map(),
    }))
  }
  return cached.keys
}

/**
 * Signs claims as a JWT of type `typ` (RFC 7519, RFC 8725 §3.11: explicit typing) with the newest
 * key.
 */
export function signJwt(typ: string, claims: Claims): string {
  const [key] = keys()
  const input = `${headerOf(key!, typ)}.${encode(claims)}`
  return `${input}.${signature(key!, input).toString('base64url')}`
}

/**
 * The claims of a JWT of type `typ` signed with one of our keys; null for everything else.
 * Algorithm and keys come from the settings only: `alg` other than HS256, `jku`, `jwk`, `x5u` and
 * unknown `kid`s have no effect (RFC 8725 §3.1, §3.10). Each part must be canonical base64url, so
 * that a token has only one spelling.
 */
export function verifyJwt(typ: string, token: string): Claims | null {
  if (token.length > 4096) return null
  const [header, payload, mac, ...rest] = token.split('.')
  if (!header || !payload || !mac || rest.length > 0) return null
  const given = decodeCanonical(mac)
  if (!given || !signedByUs(`${header}.${payload}`, given)) return null
  const head = parseObject(header)
  if (!head || head.alg !== 'HS256' || head.typ !== typ || 'crit' in head) return null
  return parseObject(payload)
}

function headerOf({ kid, headers }: Key, typ: string): string {
  let header = headers.get(typ)
  if (!header) headers.set(typ, (header = encode({ alg: 'HS256', typ, kid })))
  return header
}

function signedByUs(input: string, given: Buffer): boolean {
  return keys().some((key) => equalBytes(signature(key, input), given))
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

/**
 * Whether `value` is a valid time claim: whole, positive seconds (RFC 7519 §2 NumericDate, without
 * fractions).
 */
function isNumericDate(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
