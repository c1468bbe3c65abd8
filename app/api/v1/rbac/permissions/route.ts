import { listPermissions } from '@/lib/access/catalog'
import { catalogResponse } from '@/lib/access/role.responses'
import { defineRoute } from '@/lib/http/define-route'

export const GET = defineRoute({
  operationId: 'listPermissions',
  tag: 'Roles and permissions',
  summary: 'List all permissions, with retired ones last',
  access: { permission: 'rbac:manage' },
  responses: { 200: catalogResponse },
  handle: async () => ({ status: 200, body: { data: await listPermissions() } }),
})
