import { defineRoute } from '@/lib/http/define-route'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'
import { listRegistrations, registrationResponse } from '@/lib/users/list-registrations'

export const GET = defineRoute({
  operationId: 'listWaitingRegistrations',
  tag: 'Users',
  summary: 'List registrations that wait for approval, newest first',
  access: { permission: 'users:activate' },
  query: pageQuery,
  responses: { 200: pageSchemaOf(registrationResponse) },
  handle: async ({ query }) => {
    const result = await listRegistrations(query)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.registrations, result.nextCursor) }
  },
})
