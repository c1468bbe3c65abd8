import { changeRole, deleteRole } from '@/lib/access/change-role'
import { getRole } from '@/lib/access/list-roles'
import { roleResponse } from '@/lib/access/role.responses'
import { changeRoleBody } from '@/lib/access/role.schemas'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'

export const GET = defineRoute({
  operationId: 'getRole',
  tag: 'Roles and permissions',
  summary: 'Get a role',
  params: ['id'],
  access: { permission: 'rbac:manage' },
  responses: { 200: roleResponse },
  refusals: ['not_found'],
  handle: async ({ params }) => {
    const result = await getRole(params.id)
    if (!result.ok) return result
    return { status: 200, body: result.role, headers: { etag: entityTag(result.role.version) } }
  },
})

export const PATCH = defineRoute({
  operationId: 'updateRole',
  tag: 'Roles and permissions',
  summary: 'Change a role; omitted fields keep their values',
  params: ['id'],
  access: { permission: 'rbac:manage' },
  act: 'role_change',
  headers: { versions: ifMatch },
  body: changeRoleBody,
  responses: { 200: roleResponse },
  refusals: [
    'not_found',
    'precondition_failed',
    'system_role_immutable',
    'privilege_escalation',
    'role_name_taken',
  ],
  handle: async ({ principal, params, body, headers, ctx }) => {
    const { versions } = headers
    const result = await changeRole(principal, { roleId: params.id, versions, changes: body }, ctx)
    if (!result.ok) return result
    return { status: 200, body: result.role, headers: { etag: entityTag(result.role.version) } }
  },
})

export const DELETE = defineRoute({
  operationId: 'deleteRole',
  tag: 'Roles and permissions',
  summary: 'Delete a role that no user has',
  params: ['id'],
  access: { permission: 'rbac:manage' },
  act: 'role_change',
  headers: { versions: ifMatch },
  responses: { 204: null },
  refusals: [
    'not_found',
    'precondition_failed',
    'system_role_immutable',
    'privilege_escalation',
    'role_in_use',
  ],
  handle: async ({ principal, params, headers, ctx }) => {
    const { versions } = headers
    const result = await deleteRole(principal, { roleId: params.id, versions }, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
