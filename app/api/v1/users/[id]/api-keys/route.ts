import { defineRoute } from '@/lib/http/define-route'
import { listUserApiKeys } from '@/lib/identity/api-keys/list-api-keys'
import { apiKeyResponse } from '@/lib/identity/api-keys/present-api-key'
import { pageOf, pageQuery, presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listUserApiKeys',
  tag: 'API keys',
  summary: 'List the API keys of a user, newest first; your own, or with users:read any user’s',
  access: 'authenticated',
  apiKeys: ['users:read'],
  query: pageQuery,
  responses: { 200: pageOf(apiKeyResponse) },
  refusals: ['not_found', 'insufficient_permission'],
  handle: async ({ principal, params, query }) => {
    const result = await listUserApiKeys(principal, { userId: params.id, ...query })
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.keys, result.nextCursor) }
  },
})
