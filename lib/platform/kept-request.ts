import type { RequestContext } from '@/lib/platform/request-context'

/** What is kept of a request for the audit records of work that is done later in the background. No token is in it. */
export type KeptRequest = Pick<RequestContext, 'ip' | 'userAgent' | 'requestId' | 'surface'>

/** What is kept of this request. */
export function keptRequestOf({ ip, userAgent, requestId, surface }: RequestContext): KeptRequest {
  return { ip, userAgent, requestId, surface }
}
