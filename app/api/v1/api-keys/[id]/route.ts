import { defineRoute } from '@/lib/http/define-route'
import { revokeApiKey } from '@/lib/identity/api-keys/revoke-api-key'

export const DELETE = defineRoute({
  operationId: 'revokeApiKey',
  tag: 'API keys',
  summary: 'Revoke an API key: your own, or with users:activate that of a user you may change',
  params: ['id'],
  access: 'authenticated',
  responses: { 204: null },
  refusals: ['not_found', 'privilege_escalation', 'insufficient_permission'],
  handle: async ({ principal, params, ctx }) => {
    const result = await revokeApiKey(principal, params.id, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
