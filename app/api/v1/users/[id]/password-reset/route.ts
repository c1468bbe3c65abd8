import { managedUserResponse } from '@/lib/accounts/present-managed-user'
import { defineRoute } from '@/lib/http/define-route'
import { acceptedVersions, entityTag } from '@/lib/http/entity-tag'
import { sendPasswordReset } from '@/lib/users/user-sign-in-methods'
import { noFields } from '@/lib/users/users.schemas'

export const POST = defineRoute({
  operationId: 'sendPasswordReset',
  tag: 'Users',
  summary: 'Email a user a password reset link',
  access: { permission: 'users:activate' },
  apiKeys: 'refused',
  body: noFields,
  responses: { 200: managedUserResponse },
  refusals: ['not_found', 'precondition_failed', 'privilege_escalation', 'conflict'],
  handle: async ({ principal, params, request, ctx }) => {
    const target = { userId: params.id!, versions: acceptedVersions(request.header('if-match')) }
    const result = await sendPasswordReset(principal, target, ctx)
    if (!result.ok) return result
    return { status: 200, body: result.user, headers: { etag: entityTag(result.user.version) } }
  },
})
