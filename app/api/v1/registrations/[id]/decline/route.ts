import { defineRoute } from '@/lib/http/define-route'
import { declineRegistration } from '@/lib/users/decide-registration'
import { declineBody } from '@/lib/users/users.schemas'

export const POST = defineRoute({
  operationId: 'declineRegistration',
  tag: 'Users',
  summary: 'Decline a registration; the account is deleted, and we email the user',
  params: ['id'],
  access: { permission: 'users:activate' },
  body: declineBody,
  responses: { 204: null },
  refusals: ['not_found', 'privilege_escalation', 'conflict'],
  handle: async ({ principal, params, body, ctx }) => {
    const { reason = null } = body
    const result = await declineRegistration(principal, { userId: params.id, reason }, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
