import type { ApiRequest } from '@/lib/http/api-request'
import { refuse, type Refusal } from '@/lib/platform/problems'
import { isPrefetch } from '@/lib/web/is-prefetch'

/** A refusal for who does not really go to an address whose GET begins or ends something: HEAD, and browsers that fetch ahead. */
export function refuseAhead(request: ApiRequest): Refusal | null {
  if (request.method === 'HEAD') return refuse('method_not_allowed')
  const purpose = `${request.header('sec-purpose') ?? ''} ${request.header('purpose') ?? ''}`
  return isPrefetch(new Headers({ purpose }))
    ? refuse('bad_request', { detail: 'This page can’t be prefetched.' })
    : null
}
