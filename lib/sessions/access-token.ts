import type { Surface } from '@/lib/platform/request-context'
import { randomUUID } from 'node:crypto'
import { settings } from '@/lib/config/settings'
import { addSeconds, toEpochSeconds } from '@/lib/platform/clock'
import { isId } from '@/lib/platform/ids'
import { isNumericDate, signJwt, verifyJwt } from '@/lib/sessions/jwt'

const TYP = 'at+jwt'
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
  const token = signJwt(TYP, {
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

/** Reads an access token; says whether it is wrong or merely expired. The session's liveness is not looked at here. */
export function readAccessToken(token: string, now: Date): AccessClaims | 'invalid' | 'expired' {
  const claims = verifyJwt(TYP, token)
  if (!claims) return 'invalid'
  const { issuer, audience } = settings().tokens
  const { iss, aud, sub, sid, jti, iat, exp, nbf, client_id: surface } = claims
  if (iss !== issuer || aud !== audience) return 'invalid'
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string') return 'invalid'
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
