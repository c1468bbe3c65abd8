import { randomBytes } from 'node:crypto'
import { settings } from '@/lib/config/settings'
import { toEpochSeconds } from '@/lib/platform/clock'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import { isId } from '@/lib/platform/ids'
import { isNumericDate, signJwt, verifyJwt } from '@/lib/sessions/jwt'

const TYP = 'rt+jwt'
const AUDIENCE = 'urn:gatehouse:refresh'
const BLOCK = 64

/** What a refresh token says. Genuine as far as the signature goes; the family's own key must agree (`jti`). */
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
 * A fresh key of a family: the two padded blocks of HMAC (RFC 2104 §2), so that the rotating UPDATE can finish the HMAC
 * with PostgreSQL's own sha256(). With it in the `jti`, the signing secret alone makes no refresh token.
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
 * The refresh token of the family's present generation, which began at `issuedAt`: a pure function of the row, so that a retry
 * gets the same one.
 */
export function makeRefreshToken(family: RefreshTokenSource, issuedAt: Date): string {
  return signJwt(TYP, {
    iss: settings().tokens.issuer,
    aud: AUDIENCE,
    sub: family.userId,
    sid: family.id,
    gen: family.generation,
    jti: jtiOf(family.jtiKey, family.generation).toString('base64url'),
    iat: toEpochSeconds(issuedAt),
    exp: toEpochSeconds(family.expiresAt),
  })
}

/** Reads a refresh token, expired or not (an old one that is presented is still a replay); null when it is none of ours. */
export function readRefreshToken(token: string): RefreshClaims | null {
  const claims = verifyJwt(TYP, token)
  if (!claims) return null
  const { iss, aud, sub, sid, gen, jti, exp } = claims
  if (iss !== settings().tokens.issuer || aud !== AUDIENCE || !isNumericDate(exp)) return null
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string') return null
  if (!isId(sub) || !isId(sid) || !isNumericDate(gen) || gen > 0x7fffffff) return null
  return { userId: sub, sessionId: sid, generation: gen, jti: Buffer.from(jti, 'base64url') }
}

/** Whether the token was really issued by this family for the generation it names. */
export function isIssuedBy(claims: RefreshClaims, family: { userId: string; jtiKey: Uint8Array }): boolean {
  return claims.userId === family.userId && equalBytes(claims.jti, jtiOf(family.jtiKey, claims.generation))
}
