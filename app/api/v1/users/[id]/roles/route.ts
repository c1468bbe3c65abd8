import { managedUserResponse } from '@/lib/accounts/present-managed-user'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'
import { changeUserRoles } from '@/lib/users/user-roles'
import { changeRolesBody } from '@/lib/users/users.schemas'

export const PUT = defineRoute({
  operationId: 'replaceUserRoles',
  tag: 'Users',
  summary: 'Replace a user’s roles',
  params: ['id'],
  access: { permission: 'users:role:change' },
  act: 'role_assignment',
  headers: { versions: ifMatch },
  body: changeRolesBody,
  responses: { 200: managedUserResponse },
  refusals: ['not_found', 'precondition_failed', 'privilege_escalation', 'last_admin', 'conflict'],
  handle: async ({ principal, params, body, headers, ctx }) => {
    const target = { userId: params.id, versions: headers.versions }
    const result = await changeUserRoles(principal, { ...target, roles: body.roles }, ctx)
    if (!result.ok) return result
    return { status: 200, body: result.user, headers: { etag: entityTag(result.user.version) } }
  },
})
