import { now } from '@/lib/platform/clock'
import { refuse } from '@/lib/platform/problems'
import { can } from '@/lib/rbac/can'
import { authenticateSession } from '@/lib/sessions/authenticate'
import { readRefreshToken } from '@/lib/sessions/refresh-token'
import { cookieHeaderWith, readSessionCookies } from '@/lib/web/session-cookies'
import { judgeWebRequest } from '@/lib/web/web-gate'
import { webPrincipal } from '@/lib/web/web-principal'
import { findWebRoute } from '@/lib/web/web-routes'

/**
 * Whether the middleware will let a form through to its action: asked before a large one is read into memory. It only reads. Where
 * the access token has expired, the session that the refresh token names answers for it; renewing it, and putting a
 * refusal on record, stays with the middleware. On a page for everybody only holders of `uploads:create` may send files.
 */
export async function maySendForm(path: string, headers: Headers): Promise<boolean> {
  const at = now()
  const verdict = await judgeWebRequest(
    { method: 'POST', path, headers },
    {
      whoIs: (cookie) => whoSends(cookie, at),
      renew: async () => refuse('token_missing'),
      cookieHeaderWith,
      requirePermission: ({ permissions }, permission) =>
        can({ permissions }, permission) ? null : Promise.resolve(refuse('insufficient_permission')),
    },
  )
  if (verdict.kind !== 'act' || verdict.route.access !== 'public') return verdict.kind === 'act'
  const who = await whoSends(headers.get('cookie'), at)
  return who.ok && can(who.principal, 'uploads:create')
}

async function whoSends(cookie: string | null, at: Date): ReturnType<typeof webPrincipal> {
  const who = await webPrincipal(cookie, { at, presentedByBrowser: false })
  if (who.ok || who.code === 'session_revoked') return who
  const claims = readRefreshToken(readSessionCookies(cookie).refresh ?? '')
  return claims ? authenticateSession(claims, at) : who
}

/** Whether anybody may post to that page. */
export function isPublicPage(path: string): boolean {
  return findWebRoute(path)?.access === 'public'
}
