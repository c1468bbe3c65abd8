import { defineRoute } from '@/lib/http/define-route'
import { acceptedVersions, entityTag } from '@/lib/http/entity-version'
import { moveUser } from '@/lib/users-admin/move-user'
import { noFields } from '@/lib/users-admin/users.schemas'
import { managedUserResponse } from '@/lib/users/present-managed-user'

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
    const result = await moveUser(principal, { ...target, move: 'activate' }, ctx)
    if (!result.ok) return result
    return { status: 200, body: result.user, headers: { etag: entityTag(result.user.version) } }
  },
})
