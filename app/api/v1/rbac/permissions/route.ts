import { defineRoute } from '@/lib/http/define-route'
import { listPermissions } from '@/lib/rbac-admin/list-permissions'
import { catalogResponse } from '@/lib/rbac-admin/role.answers'

export const GET = defineRoute({
  operationId: 'listPermissions',
  tag: 'Roles and permissions',
  summary: 'List all permissions, with retired ones last',
  access: { permission: 'rbac:manage' },
  responses: { 200: catalogResponse },
  handle: async () => ({ status: 200, body: { data: await listPermissions() } }),
})
