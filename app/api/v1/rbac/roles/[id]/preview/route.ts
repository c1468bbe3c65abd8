import { previewRole } from '@/lib/access/preview-role'
import { previewResponse } from '@/lib/access/role.responses'
import { rolePermissionsBody } from '@/lib/access/role.schemas'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'

export const POST = defineRoute({
  operationId: 'previewRolePermissions',
  tag: 'Roles and permissions',
  summary:
    'Preview which users a role change would give permissions to or take them from; changes nothing',
  params: ['id'],
  access: { permission: 'rbac:manage' },
  body: rolePermissionsBody,
  responses: { 200: previewResponse },
  refusals: ['not_found'],
  handle: async ({ principal, params, body }) => {
    const result = await previewRole(principal, { roleId: params.id, ...body })
    if (!result.ok) return result
    return {
      status: 200,
      body: result.preview,
      headers: { etag: entityTag(result.preview.version) },
    }
  },
})
