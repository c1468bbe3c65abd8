import { defineRoute } from '@/lib/http/define-route'
import { ifMatch } from '@/lib/http/request-headers'
import { endUserSession } from '@/lib/users/user-sessions'

export const DELETE = defineRoute({
  operationId: 'endUserSession',
  tag: 'Users',
  summary: 'End one session of a user',
  params: ['id', 'session_id'],
  access: { permission: 'users:activate' },
  headers: { versions: ifMatch },
  responses: { 204: null },
  refusals: ['not_found', 'precondition_failed', 'privilege_escalation'],
  handle: async ({ principal, params, headers, ctx }) => {
    const { versions } = headers
    const target = { userId: params.id, sessionId: params.session_id, versions }
    const result = await endUserSession(principal, target, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
