import { changeRole } from '@/lib/access/change-role'
import { roleResponse } from '@/lib/access/role.responses'
import { rolePermissionsBody } from '@/lib/access/role.schemas'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'

export const PUT = defineRoute({
  operationId: 'replaceRolePermissions',
  tag: 'Roles and permissions',
  summary: 'Replace a role’s permissions',
  params: ['id'],
  access: { permission: 'rbac:manage' },
  act: 'role_change',
  headers: { versions: ifMatch },
  body: rolePermissionsBody,
  responses: { 200: roleResponse },
  refusals: ['not_found', 'precondition_failed', 'system_role_immutable', 'privilege_escalation'],
  handle: async ({ principal, params, body, headers, ctx }) => {
    const { versions } = headers
    const result = await changeRole(principal, { roleId: params.id, versions, changes: body }, ctx)
    if (!result.ok) return result
    return { status: 200, body: result.role, headers: { etag: entityTag(result.role.version) } }
  },
})
