import type { MissingFactor } from '@/lib/access/missing-factor'
import { type ApiRequest, bearerToken } from '@/lib/http/api-request'
import { type AuthenticatedKey, authenticateKey } from '@/lib/identity/api-keys/authenticate-key'
import { isApiKey } from '@/lib/identity/api-keys/key-format'
import { authenticate, type Authenticated } from '@/lib/identity/sessions/authenticate'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * The session or API key of the Authorization header. `lacking`: what the session may lack. Without
 * I/O where possible, and then without a promise.
 */
export function findBearer(
  request: Pick<ApiRequest, 'header' | 'surface'>,
  { now, ip }: Pick<RequestContext, 'now' | 'ip'>,
  lacking?: readonly MissingFactor[],
): Authenticated | AuthenticatedKey | Promise<Authenticated | AuthenticatedKey> {
  const bearer = bearerToken(request)
  if (!bearer.ok) return bearer
  const { token } = bearer
  if (isApiKey(token)) return authenticateKey(token, { now, ip })
  // A page that calls the API for its user may hold a token that the browser has not received.
  const fromPage = request.surface === 'web'
  return authenticate(
    {
      accessToken: token,
      surface: fromPage ? 'web' : 'api',
      presentedByClient: !fromPage,
      lacking,
    },
    now,
  )
}
