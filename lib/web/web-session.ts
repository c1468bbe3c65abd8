import { MISSING_FACTORS } from '@/lib/access/missing-factor'
import { checkAccess } from '@/lib/access/check-permission'
import type { SessionPort } from '@/lib/http/pages/page-gate'
import { webPrincipal } from '@/lib/http/pages/page-principal'
import { chargeAddress } from '@/lib/http/request-limits'
import { cookieHeaderWith, readSessionCookies, sessionSetCookies } from '@/lib/http/session-cookies'
import { problemWebResponse } from '@/lib/http/wire-response'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { refreshSession } from '@/lib/identity/sessions/refresh-session'
import { type Outcome, type Refusal, refuse, RefusedError } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { defineScriptEndpoint } from '@/lib/web/define-endpoint'
import { webRequestContext, webRequestId } from '@/lib/web/web-context'

type Renewed = Outcome<{ session: IssuedSession }>

/**
 * Rotates a browser's session with its refresh cookie. Concurrent tabs get the same successor. A
 * refusal clears no cookie: the response to another tab may already have set valid ones. With
 * `returns`, an impersonation that has ended is left for the user's own session.
 */
async function renewSession(headers: Headers, returns: boolean): Promise<Renewed> {
  const { refresh, impersonator } = readSessionCookies(headers.get('cookie'))
  if (refresh) return refreshSession({ refreshToken: refresh }, webRequestContext(headers))
  if (!impersonator || !returns) return refuse('token_missing')
  return refreshSession({ refreshToken: impersonator }, webRequestContext(headers))
}

/**
 * The same for a page request. A refresh cookie that cannot be renewed is charged to the IP
 * address, as at any other endpoint; a visitor without one has made no attempt. Throws
 * `rate_limited` when the budget is exhausted.
 */
async function renewForPage(headers: Headers, returns: boolean): Promise<Renewed> {
  const renewed = await renewSession(headers, returns)
  if (renewed.ok || renewed.code === 'token_missing') return renewed
  const { refusal } = await chargeAddress(webRequestContext(headers).ip)
  if (refusal) throw new RefusedError(refusal)
  return renewed
}

/**
 * The same for a script, with null for an impersonation that is live: it can't be renewed and needs
 * no renewal until it ends. The page must not take it for ended, nor show the user's own session.
 */
async function renewForScript(
  headers: Headers,
  at: Date,
): Promise<Outcome<{ session: IssuedSession | null }>> {
  const renewed = await renewSession(headers, false)
  if (renewed.ok || renewed.code !== 'token_missing') return renewed
  const shown = await webPrincipal(headers.get('cookie'), { at, presentedByBrowser: true })
  return shown.ok && shown.principal.impersonator ? { ok: true, session: null } : renewed
}

/** The session layer for the page gate, as of `at`. */
export function sessionPort(at: Date, ctx: RequestContext): SessionPort {
  return {
    whoIs: (cookieHeader, presentedByBrowser) =>
      webPrincipal(cookieHeader, { at, presentedByBrowser, lacking: MISSING_FACTORS }),
    renew: renewForPage,
    cookieHeaderWith,
    checkAccess: (principal, access) => checkAccess(principal, access, {}, ctx),
  }
}

/**
 * Renews the session for scripts (a page that stays open): 204 with new cookies, 204 without any
 * during an impersonation, or a problem document if there is no session. Only from this origin:
 * another site must not be able to rotate a user's session.
 */
export const answerRenewal = defineScriptEndpoint({
  limits: ['failures'],
  run: ({ headers }, ctx) => renewForScript(headers, ctx.now),
  answer: (result, headers) => (result.ok ? renewed(result.session) : refused(result, headers)),
})

function renewed(session: IssuedSession | null): Response {
  const headers = new Headers({ 'cache-control': 'no-store' })
  const cookies = session ? sessionSetCookies(session) : []
  cookies.forEach((cookie) => headers.append('set-cookie', cookie))
  return new Response(null, { status: 204, headers })
}

function refused(refusal: Refusal, headers: Headers): Response {
  const answer = problemWebResponse(refusal, {
    path: '/auth/renew',
    requestId: webRequestId(headers),
  })
  answer.headers.delete('www-authenticate')
  return answer
}
