import type { ApiRequest } from '@/lib/http/api-request'
import { refuse, type Outcome } from '@/lib/platform/problems'

// b64token of RFC 6750 §2.1. Two Authorization headers arrive joined by a comma, which it does not contain.
const FORM = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/** The access token of the Authorization header: nothing else (cookies, query) carries one on the API. */
export function bearerToken(request: Pick<ApiRequest, 'header'>): Outcome<{ token: string }> {
  const header = request.header('authorization')
  if (header === null || !/^bearer\b/i.test(header)) return refuse('token_missing')
  const token = FORM.exec(header)?.[1]
  return token ? { ok: true, token } : refuse('invalid_token')
}
