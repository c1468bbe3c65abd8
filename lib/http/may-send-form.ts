import { now } from '@/lib/platform/clock'
import { refuse } from '@/lib/platform/problems'
import { can } from '@/lib/rbac/can'
import { authenticateSession } from '@/lib/sessions/authenticate'
import { readRefreshToken } from '@/lib/sessions/refresh-token'
import { cookieHeaderWith, readSessionCookies } from '@/lib/web/session-cookies'
import { judgeWebRequest } from '@/lib/web/web-gate'
import { webPrincipal } from '@/lib/web/web-principal'

/**
 * Whether the middleware will let a form through to its action: asked before a large one is read into memory. It only reads. Where
 * the access token has expired, the session that the refresh token names answers for it; renewing it, and putting a
 * refusal on record, stays with the middleware.
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
  return verdict.kind === 'act'
}

async function whoSends(cookie: string | null, at: Date): ReturnType<typeof webPrincipal> {
  const who = await webPrincipal(cookie, { at, presentedByBrowser: false })
  if (who.ok || who.code === 'session_revoked') return who
  const claims = readRefreshToken(readSessionCookies(cookie).refresh ?? '')
  return claims ? authenticateSession(claims, at) : who
}
