import { settings } from '@/lib/config/settings'
import { PAGE_ADDRESS } from '@/lib/http/internal-headers'
import { type PathParams, pathParams } from '@/lib/http/path-params'
import { isOwnOrigin } from '@/lib/http/request-checks'
import { type RequestLimit, withinLimits } from '@/lib/http/request-limits'
import { toRefusal } from '@/lib/http/wire-response'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { refusalResponse } from '@/lib/web/refusals'
import { webRequestContext, webRequestId } from '@/lib/web/web-context'

/**
 * Answers a request that is not for a page. A refusal or a thrown error becomes an error page with
 * a link to `path`, or a problem document for scripts.
 */
export async function answerOrRefuse(
  { headers }: Request,
  path: string,
  work: () => Promise<Response | Refusal>,
): Promise<Response> {
  const result = await work().catch((error: unknown) => toRefusal(error, webRequestId(headers)))
  return result instanceof Response ? result : refusalResponse(result, { headers, path })
}

/** A browser's request to an endpoint. */
export interface EndpointCall {
  request: Request
  ctx: RequestContext
  headers: Headers
  query: URLSearchParams
  params: PathParams
}

/**
 * Creates the handler of an endpoint that is not a page (`endpoint: 'GET'` in its pages.ts). A
 * thrown error becomes an error page; the query, which may contain a code, is in no response.
 */
export function defineEndpoint(run: (call: EndpointCall) => Promise<Response | Refusal>) {
  return async (
    request: Request,
    route: { params: Promise<Record<string, string>> },
  ): Promise<Response> => {
    const { headers, url } = request
    return answerOrRefuse(request, new URL(url).pathname, async () => {
      const address = headers.get(PAGE_ADDRESS)
      // Set only by the page proxy: without it, the request was never checked.
      if (!address) return refuse('bad_request')
      const query = new URL(address, settings().baseUrl).searchParams
      const params = pathParams(await route.params)
      return run({ request, ctx: webRequestContext(headers), headers, query, params })
    })
  }
}

interface ScriptEndpoint<T extends object> {
  /** Not those of a user, whom the endpoint does not determine. */
  limits: readonly Extract<RequestLimit, 'address' | 'failures'>[]
  run(request: Request, ctx: RequestContext): Promise<Outcome<T>>
  answer(result: Outcome<T>, headers: Headers): Response
}

/**
 * Creates the handler of an endpoint that the scripts of our own pages call, with or without a
 * session. Other origins are refused. `answer` also gets refusals: each script reads its own
 * format.
 */
export function defineScriptEndpoint<T extends object>({ limits, run, answer }: ScriptEndpoint<T>) {
  return async (request: Request): Promise<Response> => {
    const { headers } = request
    const budgets: Record<string, string> = {}
    const attempt = async (): Promise<Outcome<T>> => {
      if (!isOwnOrigin(headers, settings())) return refuse('origin_not_allowed')
      const ctx = webRequestContext(headers)
      return withinLimits(limits, ctx, budgets, {
        authorize: async () => ({ ok: true, principal: null }),
        proceed: () => run(request, ctx),
      })
    }
    const result = await attempt().catch((error: unknown) =>
      toRefusal(error, webRequestId(headers)),
    )
    const response = answer(result, headers)
    for (const [name, value] of Object.entries(budgets)) response.headers.set(name, value)
    return response
  }
}
