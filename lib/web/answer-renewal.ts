import { settings } from '@/lib/config/settings'
import { problemResponse } from '@/lib/http/problem-response'
import { refusalOf } from '@/lib/http/refusal-of'
import { withinLimits } from '@/lib/http/request-limits'
import { refuse, type Refusal } from '@/lib/platform/problems'
import type { IssuedSession } from '@/lib/sessions/issued-session'
import { isOwnOrigin } from '@/lib/http/check-origin'
import { renewSession } from '@/lib/web/renew-session'
import { sessionSetCookies } from '@/lib/web/session-cookies'
import { webRequestContext, webRequestId } from '@/lib/web/web-context'

/**
 * Renews the session for scripts (a page that stays open): 204 with fresh cookies, a problem document when there is nothing
 * to renew. Only from this origin: a foreign page must not be able to rotate somebody's session.
 */
export async function answerRenewal({ headers }: Request): Promise<Response> {
  const limited: Record<string, string> = {}
  const result = await renew(headers, limited).catch((error: unknown) =>
    refusalOf(error, webRequestId(headers)),
  )
  const answer = 'session' in result ? renewed(result.session) : refused(result, headers)
  for (const [name, value] of Object.entries(limited)) answer.headers.set(name, value)
  return answer
}

async function renew(
  headers: Headers,
  limited: Record<string, string>,
): Promise<Refusal | { session: IssuedSession }> {
  if (!isOwnOrigin(headers, settings())) return refuse('origin_not_allowed')
  return withinLimits(['failures'], webRequestContext(headers), limited, {
    authorize: async () => ({ ok: true, principal: null }),
    proceed: () => renewSession(headers),
  })
}

function renewed(session: IssuedSession): Response {
  const headers = new Headers({ 'cache-control': 'no-store' })
  sessionSetCookies(session).forEach((cookie) => headers.append('set-cookie', cookie))
  return new Response(null, { status: 204, headers })
}

function refused(refusal: Refusal, headers: Headers): Response {
  const answer = problemResponse(refusal, { path: '/auth/renew', requestId: webRequestId(headers) })
  answer.headers.delete('www-authenticate')
  return answer
}
