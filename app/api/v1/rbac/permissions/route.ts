import { listPermissions } from '@/lib/access/catalog'
import { createPermission } from '@/lib/access/change-permission'
import { createPermissionBody } from '@/lib/access/permission.schemas'
import { catalogResponse, permissionResponse } from '@/lib/access/role.responses'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { completeListQuery } from '@/lib/platform/complete-list'
import { presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listPermissions',
  tag: 'Roles and permissions',
  summary: 'List all permissions, with retired ones last',
  access: { permission: 'rbac:manage' },
  query: completeListQuery,
  responses: { 200: catalogResponse },
  handle: async () => ({ status: 200, body: presentPage(await listPermissions(), null) }),
})

export const POST = defineRoute({
  operationId: 'createPermission',
  tag: 'Roles and permissions',
  summary: 'Create a permission of an application',
  access: { permission: 'rbac:manage' },
  body: createPermissionBody,
  responses: { 201: permissionResponse },
  refusals: ['system_permission', 'permission_name_taken', 'privilege_escalation'],
  handle: async ({ principal, body, ctx }) => {
    const result = await createPermission(principal, body, ctx)
    if (!result.ok) return result
    const { permission } = result
    const location = `/api/v1/rbac/permissions/${permission.name}`
    const headers = { etag: entityTag(permission.version), location }
    return { status: 201, body: permission, headers }
  },
})
