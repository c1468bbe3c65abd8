import { randomBytes } from 'node:crypto'
import { presentUser, type PublicUser } from '@/lib/accounts/public-user'
import { settings } from '@/lib/config/settings'
import { makeAccessToken, makeRefreshToken } from '@/lib/identity/sessions/session-tokens'
import type { FamilyRow } from '@/lib/identity/sessions/session.store'
import { derivedKey, equalBytes, hmacSha256, sha256 } from '@/lib/platform/crypto'

/**
 * What a client receives for a session: both tokens with their lifetimes in seconds, its device
 * token, and the user.
 */
export interface IssuedSession {
  accessToken: string
  accessExpiresInSeconds: number
  refreshToken: string
  refreshExpiresInSeconds: number
  sessionId: string
  deviceToken: string
  user: PublicUser
}

type IssuedTokenSource = Pick<
  FamilyRow,
  | 'id'
  | 'userId'
  | 'surface'
  | 'generation'
  | 'deviceId'
  | 'deviceHash'
  | 'jtiKey'
  | 'amr'
  | 'authTime'
  | 'expiresAt'
  | 'maxExpiresAt'
> & {
  user: Pick<FamilyRow['user'], 'email' | 'name' | 'emailVerifiedAt' | 'mfaEnabledAt' | 'roles'>
} & ({ rotatedAt: Date } | Pick<FamilyRow, 'rotatedAt' | 'createdAt'>)

/**
 * The tokens of a family's current generation. The refresh token is always the same, the access
 * token is new.
 */
export function issueTokens(family: IssuedTokenSource, now: Date): IssuedSession {
  const issuedAt = 'createdAt' in family ? (family.rotatedAt ?? family.createdAt) : family.rotatedAt
  const access = makeAccessToken(family, now)
  return {
    accessToken: access.token,
    accessExpiresInSeconds: access.expiresInSeconds,
    refreshToken: makeRefreshToken(family, issuedAt),
    refreshExpiresInSeconds: Math.max(
      0,
      Math.floor((family.expiresAt.getTime() - now.getTime()) / 1000),
    ),
    sessionId: family.id,
    deviceToken: deviceTokenOf(family),
    user: presentUser({ ...family.user, id: family.userId }, family.user.roles),
  }
}

/** When a session used at `now` becomes idle, limited by its absolute expiry. */
export function idleExpiry(now: Date, maxExpiresAt: Date): Date {
  const idle = now.getTime() + settings().tokens.refreshTokenTtlSeconds * 1000
  return new Date(Math.min(idle, maxExpiresAt.getTime()))
}

const HALF = 16

/**
 * A device token in its parts: what is stored, and the complete token that only the device has (43
 * base64url characters).
 */
export interface DeviceToken {
  id: Buffer<ArrayBuffer>
  hash: Buffer<ArrayBuffer>
  token: string
}

/**
 * A token for a new device: 16 random bytes and their HMAC, so that the complete token can be
 * recomputed and is never stored.
 */
export function newDeviceToken(): DeviceToken {
  return tokenFrom(randomBytes(HALF), settings().tokens.secret)
}

/** The parts of a token issued by this service; null for anything else. */
export function readDeviceToken(token: string | null): DeviceToken | null {
  if (!token || token.length !== 43) return null
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 2 * HALF || bytes.toString('base64url') !== token) return null
  const id = Buffer.from(bytes.subarray(0, HALF))
  const genuine = secrets().some((secret) => equalBytes(mac(id, secret), bytes.subarray(HALF)))
  return genuine ? { id, hash: Buffer.from(sha256(token)), token } : null
}

/**
 * The token of the device that a session is bound to, as issued, whichever secret was in use then.
 */
export function deviceTokenOf(family: { deviceId: Uint8Array; deviceHash: Uint8Array }): string {
  const { secret: present, previousSecrets } = settings().tokens
  if (previousSecrets.length === 0) return tokenFrom(Buffer.from(family.deviceId), present).token
  const tokens = secrets().map((secret) => tokenFrom(Buffer.from(family.deviceId), secret))
  return (tokens.find(({ hash }) => equalBytes(hash, family.deviceHash)) ?? tokens[0]!).token
}

function tokenFrom(id: Buffer<ArrayBuffer>, secret: string): DeviceToken {
  const token = Buffer.concat([id, mac(id, secret)]).toString('base64url')
  return { id, token, hash: Buffer.from(sha256(token)) }
}

const mac = (id: Buffer, secret: string) =>
  hmacSha256(derivedKey(secret, 'device'), id).subarray(0, HALF)

const secrets = () => [settings().tokens.secret, ...settings().tokens.previousSecrets]
