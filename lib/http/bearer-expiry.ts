import type { ApiRequest } from '@/lib/http/api-request'
import { bearerToken } from '@/lib/http/bearer-token'
import { readRememberedAccessToken } from '@/lib/sessions/remembered-tokens'

/** When the access token of an admitted request ends. */
export function bearerExpiry(request: ApiRequest, now: Date): Date {
  const bearer = bearerToken(request)
  const claims = bearer.ok ? readRememberedAccessToken(bearer.token, now) : 'invalid'
  return typeof claims === 'object' ? new Date(claims.exp * 1000) : now
}
