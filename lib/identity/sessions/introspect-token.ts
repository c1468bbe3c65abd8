import type { z } from 'zod'
import { settings } from '@/lib/config/settings'
import type { introspectionResponse } from '@/lib/identity/auth.responses'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { readCachedAccessToken } from '@/lib/identity/sessions/session-tokens'
import { toEpochSeconds } from '@/lib/platform/clock'

/**
 * What an access token is good for right now (RFC 7662): inactive unless Gatehouse itself would
 * accept it, so a revoked session counts at once. Why a token is not active stays unsaid, and a
 * refresh token is never active. Writes nothing: the session does not count as used by its client.
 */
export async function introspectToken(
  token: string,
  now: Date,
): Promise<z.output<typeof introspectionResponse>> {
  const claims = readCachedAccessToken(token, now)
  if (typeof claims === 'string') return { active: false }
  const { surface } = claims
  const who = await authenticate({ accessToken: token, surface, presentedByClient: false }, now)
  if (!who.ok) return { active: false }
  const { issuer, audience } = settings().tokens
  return {
    active: true,
    token_type: 'Bearer',
    client_id: surface,
    sub: claims.userId,
    sid: claims.sessionId,
    iss: issuer,
    aud: audience,
    exp: claims.exp,
    auth_time: toEpochSeconds(who.principal.authTime),
  }
}
