import { managedUserResponse } from '@/lib/accounts/present-managed-user'
import { defineRoute } from '@/lib/http/define-route'
import { acceptedVersions, entityTag } from '@/lib/http/entity-tag'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { noFields } from '@/lib/users/users.schemas'

export const POST = defineRoute({
  operationId: 'activateUser',
  tag: 'Users',
  summary: 'Activate a pending or deactivated user',
  access: { permission: 'users:activate' },
  body: noFields,
  responses: { 200: managedUserResponse },
  refusals: ['not_found', 'precondition_failed', 'privilege_escalation', 'conflict'],
  handle: async ({ principal, params, request, ctx }) => {
    const target = { userId: params.id!, versions: acceptedVersions(request.header('if-match')) }
    const result = await changeUserStatus(principal, { ...target, move: 'activate' }, ctx)
    if (!result.ok) return result
    return { status: 200, body: result.user, headers: { etag: entityTag(result.user.version) } }
  },
})
