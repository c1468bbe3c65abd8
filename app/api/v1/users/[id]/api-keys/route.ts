import { defineRoute } from '@/lib/http/define-route'
import { listUserApiKeys } from '@/lib/identity/api-keys/list-api-keys'
import { apiKeyResponse } from '@/lib/identity/api-keys/present-api-key'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listUserApiKeys',
  tag: 'API keys',
  summary: 'List the API keys of a user, newest first',
  params: ['id'],
  access: { permission: 'users:read', unlessOwn: 'id' },
  query: pageQuery,
  responses: { 200: pageSchemaOf(apiKeyResponse) },
  refusals: ['not_found'],
  handle: async ({ params, query }) => {
    const result = await listUserApiKeys({ userId: params.id, ...query })
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.keys, result.nextCursor) }
  },
})
