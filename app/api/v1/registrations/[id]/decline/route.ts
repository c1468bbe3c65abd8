import { defineRoute } from '@/lib/http/define-route'
import { ifMatch } from '@/lib/http/request-headers'
import { declineRegistration } from '@/lib/users/decide-registration'
import { declineBody } from '@/lib/users/users.schemas'

export const POST = defineRoute({
  operationId: 'declineRegistration',
  tag: 'Users',
  summary: 'Decline a registration; the account is deleted, and we email the user',
  params: ['id'],
  access: { permission: 'users:activate' },
  headers: { versions: ifMatch },
  body: declineBody,
  responses: { 204: null },
  refusals: ['not_found', 'precondition_failed', 'privilege_escalation', 'conflict'],
  handle: async ({ principal, params, body, headers, ctx }) => {
    const { reason = null } = body
    const input = { userId: params.id, versions: headers.versions, reason }
    const result = await declineRegistration(principal, input, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
