import { createRole } from '@/lib/access/change-role'
import { listRoles } from '@/lib/access/list-roles'
import { roleResponse } from '@/lib/access/role.responses'
import { createRoleBody } from '@/lib/access/role.schemas'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listRoles',
  tag: 'Roles and permissions',
  summary: 'List roles, newest first',
  access: { permission: 'rbac:manage' },
  query: pageQuery,
  responses: { 200: pageSchemaOf(roleResponse) },
  handle: async ({ query }) => {
    const result = await listRoles(query)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.roles, result.nextCursor) }
  },
})

export const POST = defineRoute({
  operationId: 'createRole',
  tag: 'Roles and permissions',
  summary: 'Create a role',
  access: { permission: 'rbac:manage' },
  act: 'role_change',
  body: createRoleBody,
  responses: { 201: roleResponse },
  refusals: ['privilege_escalation', 'role_name_taken'],
  handle: async ({ principal, body, ctx }) => {
    const result = await createRole(principal, body, ctx)
    if (!result.ok) return result
    const { role } = result
    const headers = { etag: entityTag(role.version), location: `/api/v1/rbac/roles/${role.id}` }
    return { status: 201, body: role, headers }
  },
})
