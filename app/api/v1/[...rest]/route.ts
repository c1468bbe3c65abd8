import { defineRoute } from '@/lib/http/define-route'
import { refuse } from '@/lib/platform/problems'

/** An address that the API does not have: the same answer for everybody. */
const notFound = defineRoute({
  operationId: 'refuseUnknownPath',
  tag: 'Service',
  summary: 'Unknown path',
  access: 'public',
  limits: [],
  responses: {},
  handle: async () => refuse('not_found'),
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
