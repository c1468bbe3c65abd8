import { settings } from '@/lib/config/settings'
import { refusalOf } from '@/lib/http/refusal-of'
import { refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { PAGE_ADDRESS } from '@/lib/http/internal-headers'
import { refusalAnswer } from '@/lib/web/refusal-answer'
import { webRequestContext, webRequestId } from '@/lib/web/web-context'

/** A browser that passes an address on its way elsewhere. */
export interface Visit {
  request: Request
  ctx: RequestContext
  headers: Headers
  query: URLSearchParams
  params: Record<string, string>
}

/**
 * Makes the handler of an address that is no page (`endpoint: 'GET'` in the route table). What is thrown becomes a page that
 * says so; its query, which may hold a code, is in no answer.
 */
export function defineVisit(run: (visit: Visit) => Promise<Response>) {
  return async (request: Request, route: { params: Promise<Record<string, string>> }): Promise<Response> => {
    const { headers } = request
    const path = new URL(request.url).pathname
    const address = headers.get(PAGE_ADDRESS)
    // Only the middleware sets it: whoever comes another way was not judged.
    if (!address) return refusalAnswer(refuse('bad_request'), { headers, path })
    try {
      const query = new URL(address, settings().baseUrl).searchParams
      return await run({
        request,
        ctx: webRequestContext(headers),
        headers,
        query,
        params: await route.params,
      })
    } catch (error) {
      return refusalAnswer(refusalOf(error, webRequestId(headers)), { headers, path })
    }
  }
}
