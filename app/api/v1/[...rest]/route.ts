import { problemResponse } from '@/lib/http/problem-response'
import { requestIdOf } from '@/lib/http/request-context'
import { refuse } from '@/lib/platform/problems'

/** An address that the API does not have: the same answer for everybody. */
const notFound = async (request: Request): Promise<Response> =>
  problemResponse(refuse('not_found'), {
    path: new URL(request.url).pathname,
    requestId: requestIdOf(request),
  })

export {
  notFound as GET,
  notFound as HEAD,
  notFound as POST,
  notFound as PUT,
  notFound as PATCH,
  notFound as DELETE,
  notFound as OPTIONS,
}
