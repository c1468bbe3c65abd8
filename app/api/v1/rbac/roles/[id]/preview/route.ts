import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-version'
import { previewRole } from '@/lib/rbac-admin/preview-role'
import { previewResponse } from '@/lib/rbac-admin/role.answers'
import { rolePermissionsBody } from '@/lib/rbac-admin/role.schemas'

export const POST = defineRoute({
  operationId: 'previewRolePermissions',
  tag: 'Roles and permissions',
  summary: 'Preview which users a role change would give permissions to or take them from; changes nothing',
  access: { permission: 'rbac:manage' },
  body: rolePermissionsBody,
  responses: { 200: previewResponse },
  refusals: ['not_found'],
  handle: async ({ principal, params, body }) => {
    const result = await previewRole(principal, { roleId: params.id ?? '', ...body })
    if (!result.ok) return result
    return { status: 200, body: result.preview, headers: { etag: entityTag(result.preview.version) } }
  },
})
