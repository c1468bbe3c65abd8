import { managedUserResponse } from '@/lib/accounts/present-managed-user'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'
import { noFields } from '@/lib/platform/no-fields'
import { sendPasswordReset } from '@/lib/users/user-sign-in-methods'

export const POST = defineRoute({
  operationId: 'sendPasswordReset',
  tag: 'Users',
  summary: 'Email a user a password reset link',
  params: ['id'],
  access: { permission: 'users:activate' },
  apiKeys: 'refused',
  headers: { versions: ifMatch },
  body: noFields,
  responses: { 200: managedUserResponse },
  refusals: ['not_found', 'precondition_failed', 'privilege_escalation', 'conflict'],
  handle: async ({ principal, params, headers, ctx }) => {
    const target = { userId: params.id, versions: headers.versions }
    const result = await sendPasswordReset(principal, target, ctx)
    if (!result.ok) return result
    return { status: 200, body: result.user, headers: { etag: entityTag(result.user.version) } }
  },
})
