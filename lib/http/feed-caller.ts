import { type ApiRequest, bearerToken } from '@/lib/http/api-request'
import { authenticateKey } from '@/lib/identity/api-keys/authenticate-key'
import { isApiKey } from '@/lib/identity/api-keys/key-format'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { can } from '@/lib/platform/request-context'

/** Who may hear of every user's changes. */
const PERMISSION = 'users:read'

/**
 * Authenticates a connection to the feed: an API key or access token in the Authorization header,
 * with `users:read`. Cookies and the query are not accepted, so no page of another site can open
 * one. Called again while the connection is open, with the headers of its handshake.
 */
export async function findFeedCaller(
  request: Pick<ApiRequest, 'header'>,
  { ip, now }: { ip: string | null; now: Date },
): Promise<Outcome<{ userId: string }>> {
  const bearer = bearerToken(request)
  if (!bearer.ok) return bearer
  const { token } = bearer
  const who = isApiKey(token)
    ? await authenticateKey(token, { ip, now })
    : await authenticate({ accessToken: token, surface: 'api', presentedByClient: true }, now)
  if (!who.ok) return who
  if (!can(who.principal, PERMISSION))
    return refuse('insufficient_permission', { requiredPermission: PERMISSION })
  return { ok: true, userId: who.principal.userId }
}
