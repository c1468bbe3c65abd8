import { randomBytes, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { settings, type Settings } from '@/lib/config/settings'
import { isNumericDate, signJwt, verifyJwt } from '@/lib/identity/sessions/jwt'
import { addSeconds, toEpochSeconds } from '@/lib/platform/clock'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import { isId } from '@/lib/platform/ids'
import type { Surface } from '@/lib/platform/request-context'

const ACCESS_TOKEN_TYPE = 'at+jwt'
/** How far ahead another instance's clock may be, in seconds. Expiry gets no allowance. */
const MAX_SKEW_SECONDS = 30

/** What an access token says; permissions are not in it (they are read where they are checked). */
export interface AccessClaims {
  userId: string
  sessionId: string
  surface: Surface
  /** The generation of the session family that this token belongs to. */
  generation: number
  /** Seconds since the epoch. */
  exp: number
}

/** What a session must tell for its access token to be made. */
export interface AccessTokenSource {
  id: string
  userId: string
  surface: Surface
  generation: number
  authTime: Date
  amr: readonly string[]
  maxExpiresAt: Date
}

/** Makes an access token (RFC 9068 shape, HS256). It never outlives the session's absolute end. */
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
 * Reads an access token; says whether it is wrong or merely expired. The session's liveness is not
 * looked at here.
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

/** By the settings that were in force, keys among them: other settings know nothing of it. */
const tokenCaches = new WeakMap<Settings, LRUCache<string, AccessClaims>>()

/**
 * As `readAccessToken`, remembering the tokens that were good: a client sends the same one for
 * minutes, and the same text has the same signature. Its end is looked at each time; whether its
 * session lives is somebody else's question, asked each time too.
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
 * What a refresh token says. Genuine as far as the signature goes; the family's own key must agree
 * (`jti`).
 */
export interface RefreshClaims {
  userId: string
  sessionId: string
  generation: number
  jti: Buffer
}

/** What a session family must tell for the refresh token of its present generation to be made. */
export interface RefreshTokenSource {
  id: string
  userId: string
  generation: number
  jtiKey: Uint8Array
  expiresAt: Date
}

/**
 * A fresh key of a family: the two padded blocks of HMAC (RFC 2104 §2), so that the rotating UPDATE
 * can finish the HMAC with PostgreSQL's own sha256(). With it in the `jti`, the signing secret
 * alone makes no refresh token.
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
 * The refresh token of the family's present generation, which began at `issuedAt`: a pure function
 * of the row, so that a retry gets the same one.
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
 * Reads a refresh token, expired or not (an old one that is presented is still a replay); null when
 * it is none of ours.
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

/** Whether the token was really issued by this family for the generation it names. */
export function isIssuedBy(
  claims: RefreshClaims,
  family: { userId: string; jtiKey: Uint8Array },
): boolean {
  return (
    claims.userId === family.userId &&
    equalBytes(claims.jti, jtiOf(family.jtiKey, claims.generation))
  )
}
