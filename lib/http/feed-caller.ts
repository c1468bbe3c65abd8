import type { ApiRequest } from '@/lib/http/api-request'
import { findBearer } from '@/lib/http/find-bearer'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { can, type RequestContext } from '@/lib/platform/request-context'

/** Who may hear of every user's changes. */
const PERMISSION = 'users:read'

/**
 * Authenticates a connection to the feed: an API key or access token in the Authorization header,
 * with `users:read`. Cookies and the query are not accepted, so no page of another site can open
 * one. Called again while the connection is open, with the headers of its handshake.
 */
export async function findFeedCaller(
  request: Pick<ApiRequest, 'header'>,
  by: Pick<RequestContext, 'now' | 'ip'>,
): Promise<Outcome<{ userId: string }>> {
  const who = await findBearer(request, by)
  if (!who.ok) return who
  if (!can(who.principal, PERMISSION))
    return refuse('insufficient_permission', { requiredPermission: PERMISSION })
  return { ok: true, userId: who.principal.userId }
}
