import type { RequestContext } from '@/lib/platform/request-context'

/** What is kept of the request that an import goes back to, for the audit records of work done later. No token is in it. */
export type ImportRequest = Pick<RequestContext, 'ip' | 'userAgent' | 'requestId' | 'surface'>

/** What is kept of this request. */
export function importRequestOf({ ip, userAgent, requestId, surface }: RequestContext): ImportRequest {
  return { ip, userAgent, requestId, surface }
}
