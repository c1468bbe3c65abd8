import { defineRoute } from '@/lib/http/define-route'
import { refuse } from '@/lib/platform/problems'

/** Any unknown path: the same answer for every caller. */
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
