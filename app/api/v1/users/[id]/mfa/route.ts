import { defineRoute } from '@/lib/http/define-route'
import { ifMatch } from '@/lib/http/request-headers'
import { resetUserMfa } from '@/lib/users/user-sign-in-methods'

export const DELETE = defineRoute({
  operationId: 'resetUserMfa',
  tag: 'Users',
  summary:
    'Reset a user’s two-step verification: every session ends and the user is notified by email',
  params: ['id'],
  access: { permission: 'users:activate' },
  act: 'mfa_reset',
  apiKeys: 'refused',
  headers: { versions: ifMatch },
  responses: { 204: null },
  refusals: [
    'not_found',
    'precondition_failed',
    'privilege_escalation',
    'mfa_not_enabled',
    'conflict',
  ],
  handle: async ({ principal, params, headers, ctx }) => {
    const target = { userId: params.id, versions: headers.versions }
    const result = await resetUserMfa(principal, target, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
