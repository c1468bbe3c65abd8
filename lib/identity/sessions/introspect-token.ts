import type { z } from 'zod'
import { settings } from '@/lib/config/settings'
import { describeApiKey } from '@/lib/identity/api-keys/authenticate-key'
import { isApiKey } from '@/lib/identity/api-keys/key-format'
import type { introspectionResponse } from '@/lib/identity/auth.responses'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { readCachedAccessToken } from '@/lib/identity/sessions/session-tokens'
import { toEpochSeconds } from '@/lib/platform/clock'

type Introspection = z.output<typeof introspectionResponse>

/**
 * What an access token or API key is good for right now (RFC 7662): inactive unless Gatehouse
 * itself would accept it, so a revoked one counts at once. Why it is not active stays unsaid, and a
 * refresh token is never active. Writes nothing: it does not count as used by its client.
 */
export function introspectToken(token: string, now: Date): Promise<Introspection> {
  return isApiKey(token) ? introspectKey(token, now) : introspectAccessToken(token, now)
}

async function introspectKey(key: string, now: Date): Promise<Introspection> {
  const described = await describeApiKey(key, now)
  if (!described) return { active: false }
  return {
    active: true,
    token_type: 'Bearer',
    client_id: 'api_key',
    api_key_id: described.keyId,
    sub: described.userId,
    exp: toEpochSeconds(described.expiresAt),
    scope: described.permissions.join(' '),
  }
}

async function introspectAccessToken(token: string, now: Date): Promise<Introspection> {
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
    ...(claims.actorId
      ? { act: { sub: claims.actorId } }
      : { auth_time: toEpochSeconds(who.principal.authTime) }),
  }
}
