import { problemDocument } from '@/lib/http/problem-answer'
import { problemResponse } from '@/lib/http/problem-response'
import { problems, type Refusal } from '@/lib/platform/problems'
import { NONCE } from '@/lib/http/internal-headers'
import { plainProblemPage } from '@/lib/http/plain-page'
import { webRequestId } from '@/lib/web/web-context'
import { localeOf } from '@/lib/web/web-locale'

/** Whether a request comes from a script that reads problem documents, not from a form or an address bar. */
export function wantsJson(headers: Headers): boolean {
  return (headers.get('accept') ?? '')
    .split(',')
    .some((part) => part.trim().split(';')[0] === 'application/json')
}

/**
 * A refusal with its own status: a problem document for scripts, a page for people. `redirect` tells a script where to go
 * instead (to sign in again).
 */
export function refusalAnswer(
  refusal: Refusal,
  asked: { headers: Headers; path: string; nonce?: string; redirect?: string },
): Response {
  const about = { path: asked.path, requestId: webRequestId(asked.headers) }
  const response = problemResponse(refusal, about)
  // A challenge would make no sense to a browser, which has cookies.
  response.headers.delete('www-authenticate')
  if (wantsJson(asked.headers)) {
    const wait = response.headers.get('retry-after')
    const extra = {
      ...(wait && { retry_after: Number(wait) }),
      ...(asked.redirect && { redirect: asked.redirect }),
    }
    return new Response(JSON.stringify({ ...problemDocument(refusal, about), ...extra }), response)
  }
  const html = plainProblemPage(refusal, {
    locale: localeOf(asked.headers),
    nonce: asked.nonce ?? asked.headers.get(NONCE) ?? '',
    requestId: about.requestId,
    retryPath: asked.path,
  })
  response.headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html, { status: problems[refusal.code][0], headers: response.headers })
}
