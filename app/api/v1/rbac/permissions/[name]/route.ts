import { changePermission, retirePermission } from '@/lib/access/change-permission'
import { changePermissionBody } from '@/lib/access/permission.schemas'
import { permissionResponse } from '@/lib/access/role.responses'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'

export const PATCH = defineRoute({
  operationId: 'updatePermission',
  tag: 'Roles and permissions',
  summary: 'Change a permission of an application; omitted fields keep their values',
  params: ['name'],
  access: { permission: 'rbac:manage' },
  headers: { versions: ifMatch },
  body: changePermissionBody,
  responses: { 200: permissionResponse },
  refusals: ['system_permission', 'not_found', 'precondition_failed', 'privilege_escalation'],
  handle: async ({ principal, params, body, headers, ctx }) => {
    const { versions } = headers
    const result = await changePermission(
      principal,
      { name: params.name, versions, changes: body },
      ctx,
    )
    if (!result.ok) return result
    const { permission } = result
    return { status: 200, body: permission, headers: { etag: entityTag(permission.version) } }
  },
})

export const DELETE = defineRoute({
  operationId: 'retirePermission',
  tag: 'Roles and permissions',
  summary: 'Retire a permission of an application; every role loses it',
  params: ['name'],
  access: { permission: 'rbac:manage' },
  headers: { versions: ifMatch },
  responses: { 204: null },
  refusals: ['system_permission', 'not_found', 'precondition_failed', 'privilege_escalation'],
  handle: async ({ principal, params, headers, ctx }) => {
    const input = { name: params.name, versions: headers.versions }
    const result = await retirePermission(principal, input, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
