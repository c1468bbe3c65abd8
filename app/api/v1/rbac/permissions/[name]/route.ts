import { changePermission, retirePermission } from '@/lib/access/change-permission'
import { changePermissionBody } from '@/lib/access/permission.schemas'
import { permissionResponse } from '@/lib/access/role.responses'
import { defineRoute } from '@/lib/http/define-route'

export const PATCH = defineRoute({
  operationId: 'updatePermission',
  tag: 'Roles and permissions',
  summary: 'Change a permission of an application; omitted fields keep their values',
  access: { permission: 'rbac:manage' },
  body: changePermissionBody,
  responses: { 200: permissionResponse },
  refusals: ['system_permission', 'not_found', 'privilege_escalation'],
  handle: async ({ principal, params, body, ctx }) => {
    const result = await changePermission(
      principal,
      { name: params.name ?? '', changes: body },
      ctx,
    )
    return result.ok ? { status: 200, body: result.permission } : result
  },
})

export const DELETE = defineRoute({
  operationId: 'retirePermission',
  tag: 'Roles and permissions',
  summary: 'Retire a permission of an application; every role loses it',
  access: { permission: 'rbac:manage' },
  responses: { 204: null },
  refusals: ['system_permission', 'not_found', 'privilege_escalation'],
  handle: async ({ principal, params, ctx }) => {
    const result = await retirePermission(principal, params.name ?? '', ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
