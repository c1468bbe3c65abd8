import { defineRoute } from '@/lib/http/define-route'
import { revokeOwnSession } from '@/lib/identity/sessions/revoke-sessions'

export const DELETE = defineRoute({
  operationId: 'endOwnSession',
  tag: 'Sessions',
  summary: 'End one of your sessions',
  params: ['id'],
  access: 'authenticated',
  responses: { 204: null },
  refusals: ['not_found'],
  handle: async ({ principal, params, ctx }) => {
    const result = await revokeOwnSession(principal, params.id, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
