import { settings } from '@/lib/config/settings'
import { problemResponse } from '@/lib/http/problem-response'
import { refusalOf } from '@/lib/http/refusal-of'
import { refuse, type Refusal } from '@/lib/platform/problems'
import { isOwnOrigin } from '@/lib/web/check-origin'
import { renewSession } from '@/lib/web/renew-session'
import { sessionSetCookies } from '@/lib/web/session-cookies'
import { webRequestId } from '@/lib/web/web-context'

/**
 * Renews the session for scripts (a page that stays open): 204 with fresh cookies, a problem document when there is nothing
 * to renew. Only from this origin: a foreign page must not be able to rotate somebody's session.
 */
export async function answerRenewal(request: Request): Promise<Response> {
  const { headers } = request
  const refused = (refusal: Refusal) => {
    const answer = problemResponse(refusal, { path: '/auth/renew', requestId: webRequestId(headers) })
    answer.headers.delete('www-authenticate')
    return answer
  }
  if (!isOwnOrigin(headers, settings())) return refused(refuse('origin_not_allowed'))
  try {
    const renewed = await renewSession(headers)
    if (!renewed.ok) return refused(renewed)
    const answer = new Headers({ 'cache-control': 'no-store' })
    sessionSetCookies(renewed.session).forEach((cookie) => answer.append('set-cookie', cookie))
    return new Response(null, { status: 204, headers: answer })
  } catch (error) {
    return refused(refusalOf(error, webRequestId(headers)))
  }
}
