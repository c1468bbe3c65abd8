import { randomBytes, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { settings } from '@/lib/config/settings'
import { signJwt, verifyJwt, verifyJwtAndFindKey } from '@/lib/identity/sessions/jwt'
import { type KeyRing, keyRing } from '@/lib/identity/sessions/key-ring'
import { addSeconds, CLOCK_AHEAD_SECONDS, toEpochSeconds } from '@/lib/platform/clock'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import { isId } from '@/lib/platform/ids'
import type { Surface } from '@/lib/platform/request-context'

const ACCESS_TOKEN_TYPE = 'at+jwt'
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
  /** The administrator who views the service as the user (RFC 8693 §4.1); null for the user. */
  actorId: string | null
  /** Seconds since the epoch. */
  exp: number
  /** Whether a secret signed it, and not a published key. */
  bySecret: boolean
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
 * Creates an access token (RFC 9068 shape). It never outlives the session's absolute expiry.
 */
export function makeAccessToken(
  session: AccessTokenSource,
  now: Date,
): { token: string; expiresInSeconds: number } {
  const until = addSeconds(now, settings().tokens.accessTokenTtlSeconds)
  return signAccessToken(session, {
    now,
    until: until < session.maxExpiresAt ? until : session.maxExpiresAt,
    about: { auth_time: toEpochSeconds(session.authTime), amr: session.amr },
  })
}

/**
 * Creates the only access token of a session in which `actorId` views the service as its owner: it
 * lasts as long as the session, and names both (RFC 8693 §4.1). It says nothing about how the owner
 * signed in, because the owner didn't. Instances of an earlier version, which don't know that it
 * may only read, refuse its generation as one from before a password change.
 */
export function makeImpersonationToken(
  session: Pick<AccessTokenSource, 'id' | 'userId' | 'surface'> & { expiresAt: Date },
  actorId: string,
  now: Date,
): { token: string; expiresInSeconds: number } {
  const source = { ...session, generation: 0 }
  return signAccessToken(source, {
    now,
    until: session.expiresAt,
    about: { act: { sub: actorId } },
  })
}

function signAccessToken(
  session: Pick<AccessTokenSource, 'id' | 'userId' | 'surface' | 'generation'>,
  { now, until, about }: { now: Date; until: Date; about: Record<string, unknown> },
): { token: string; expiresInSeconds: number } {
  const { issuer, audience } = settings().tokens
  const iat = toEpochSeconds(now)
  const exp = toEpochSeconds(until)
  const claims = {
    iss: issuer,
    aud: audience,
    sub: session.userId,
    sid: session.id,
    jti: `${session.generation}.${randomUUID()}`,
    iat,
    exp,
    ...about,
    client_id: session.surface,
  }
  const token = signJwt(ACCESS_TOKEN_TYPE, claims, keyRing().signerOfAccessTokens(now))
  return { token, expiresInSeconds: exp - iat }
}

/**
 * Reads an access token; distinguishes invalid from merely expired. Does not check whether the
 * session is live.
 */
export function readAccessToken(token: string, now: Date): AccessClaims | 'invalid' | 'expired' {
  const ring = keyRing()
  const verified = verifyJwtAndFindKey(ACCESS_TOKEN_TYPE, token, ring.keysOfAccessTokens)
  if (!verified) return 'invalid'
  const { claims, key } = verified
  const { issuer, audience } = settings().tokens
  const { iss, aud, sub, sid, jti, iat, exp, nbf, act, client_id: surface } = claims
  if (iss !== issuer || aud !== audience) return 'invalid'
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string')
    return 'invalid'
  if (!isId(sub) || !isId(sid) || (surface !== 'web' && surface !== 'api')) return 'invalid'
  if (!isNumericDate(exp) || !isNumericDate(iat)) return 'invalid'
  const latestStart = toEpochSeconds(addSeconds(now, CLOCK_AHEAD_SECONDS))
  if (iat > latestStart || (nbf !== undefined && !(isNumericDate(nbf) && nbf <= latestStart)))
    return 'invalid'
  const actorId = act === undefined ? null : actorOf(act)
  if (actorId === 'invalid') return 'invalid'
  const lifetime = { exp, bySecret: key.alg === 'HS256' }
  if (isOver(lifetime, ring, now)) return 'expired'
  const generation = actorId ? 1 : Number.parseInt(jti, 10)
  return {
    userId: sub,
    sessionId: sid,
    surface,
    generation: Number.isSafeInteger(generation) ? generation : 0,
    actorId,
    ...lifetime,
  }
}

function actorOf(act: unknown): string {
  const sub = (act as { sub?: unknown } | null)?.sub
  return typeof sub === 'string' && isId(sub) ? sub : 'invalid'
}

/** Whether a token has expired, or published keys have ended the tokens of the secret. */
function isOver(
  { exp, bySecret }: Pick<AccessClaims, 'exp' | 'bySecret'>,
  ring: KeyRing,
  now: Date,
): boolean {
  return exp * 1000 <= now.getTime() || (bySecret && exp > ring.lastSecretExpiry(now))
}

const MAX_TOKENS = 20_000

/**
 * One cache per key ring, which belongs to one settings object, so that tokens verified under other
 * keys or settings are not reused.
 */
const tokenCaches = new WeakMap<KeyRing, LRUCache<string, AccessClaims>>()

/**
 * Like `readAccessToken`, but caches valid tokens: a client sends the same one for minutes, and the
 * same text has the same signature. Expiry is checked every time. Callers must check every time
 * that the session is live.
 */
export function readCachedAccessToken(
  token: string,
  now: Date,
): AccessClaims | 'invalid' | 'expired' {
  const ring = keyRing()
  let cache = tokenCaches.get(ring)
  if (!cache) tokenCaches.set(ring, (cache = new LRUCache({ max: MAX_TOKENS })))
  const known = cache.get(token)
  if (known) return isOver(known, ring, now) ? 'expired' : known
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
  const claims = {
    iss: settings().tokens.issuer,
    aud: REFRESH_TOKEN_AUDIENCE,
    sub: family.userId,
    sid: family.id,
    gen: family.generation,
    jti: jtiOf(family.jtiKey, family.generation).toString('base64url'),
    iat: toEpochSeconds(issuedAt),
    exp: toEpochSeconds(family.expiresAt),
  }
  return signJwt(REFRESH_TOKEN_TYPE, claims, keyRing().secrets[0]!)
}

/**
 * Reads a refresh token, expired or not (presenting an old one is still a replay). Null when it is
 * not one of ours.
 */
export function readRefreshToken(token: string): RefreshClaims | null {
  const claims = verifyJwt(REFRESH_TOKEN_TYPE, token, () => keyRing().secrets)
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

/**
 * Whether `value` is a valid time claim: whole, positive seconds (RFC 7519 §2 NumericDate, without
 * fractions).
 */
function isNumericDate(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
