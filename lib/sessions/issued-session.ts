import { settings } from '@/lib/config/settings'
import { makeAccessToken } from '@/lib/sessions/access-token'
import { deviceTokenOf } from '@/lib/sessions/device-token'
import { makeRefreshToken } from '@/lib/sessions/refresh-token'
import type { FamilyRow } from '@/lib/sessions/session.store'
import { presentUser, type PublicUser } from '@/lib/users/public-user'

/** What a client gets for a session: both tokens with their lifetimes in seconds, its device token, and who it is. */
export interface IssuedSession {
  accessToken: string
  accessExpiresInSeconds: number
  refreshToken: string
  refreshExpiresInSeconds: number
  sessionId: string
  deviceToken: string
  user: PublicUser
}

type TokenSource = Pick<
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
> & { user: Pick<FamilyRow['user'], 'email' | 'name' | 'emailVerifiedAt' | 'mfaEnabledAt' | 'roles'> } & (
    { rotatedAt: Date } | Pick<FamilyRow, 'rotatedAt' | 'createdAt'>
  )

/** The tokens of a family's present generation. The refresh token is always the same one, the access token is fresh. */
export function issueTokens(family: TokenSource, now: Date): IssuedSession {
  const issuedAt = 'createdAt' in family ? (family.rotatedAt ?? family.createdAt) : family.rotatedAt
  const access = makeAccessToken(family, now)
  return {
    accessToken: access.token,
    accessExpiresInSeconds: access.expiresInSeconds,
    refreshToken: makeRefreshToken(family, issuedAt),
    refreshExpiresInSeconds: Math.max(0, Math.floor((family.expiresAt.getTime() - now.getTime()) / 1000)),
    sessionId: family.id,
    deviceToken: deviceTokenOf(family),
    user: presentUser({ ...family.user, id: family.userId }, family.user.roles),
  }
}

/** When a session that is used at `now` falls idle, bounded by its absolute end. */
export function idleExpiry(now: Date, maxExpiresAt: Date): Date {
  const idle = now.getTime() + settings().tokens.refreshTokenTtlSeconds * 1000
  return new Date(Math.min(idle, maxExpiresAt.getTime()))
}
