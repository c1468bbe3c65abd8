import { pageOf } from '@/lib/auth/auth.answers'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-version'
import { pageQuery } from '@/lib/http/page-query'
import { createRole } from '@/lib/rbac-admin/create-role'
import { listRoles } from '@/lib/rbac-admin/list-roles'
import { roleAnswer } from '@/lib/rbac-admin/role.answers'
import { createRoleBody } from '@/lib/rbac-admin/role.schemas'

export const GET = defineRoute({
  summary: 'List roles, newest first',
  access: { permission: 'rbac:manage' },
  query: pageQuery,
  answers: { 200: pageOf(roleAnswer) },
  handle: async ({ query }) => {
    const result = await listRoles(query)
    if (!result.ok) return result
    const page = { next_cursor: result.nextCursor, has_more: result.nextCursor !== null }
    return { status: 200, body: { data: result.roles, page } }
  },
})

export const POST = defineRoute({
  summary: 'Create a role',
  access: { permission: 'rbac:manage' },
  body: createRoleBody,
  answers: { 201: roleAnswer },
  refusals: ['privilege_escalation', 'role_name_taken'],
  handle: async ({ principal, body, ctx }) => {
    const result = await createRole(principal, body, ctx)
    if (!result.ok) return result
    const { role } = result
    const headers = { etag: entityTag(role.version), location: `/api/v1/rbac/roles/${role.id}` }
    return { status: 201, body: role, headers }
  },
})
