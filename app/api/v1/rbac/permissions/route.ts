import { catalogAnswer } from '@/lib/auth/auth.answers'
import { defineRoute } from '@/lib/http/define-route'
import { listPermissions } from '@/lib/rbac-admin/list-permissions'

export const GET = defineRoute({
  summary: 'List all permissions, with retired ones last',
  access: { permission: 'rbac:manage' },
  answers: { 200: catalogAnswer },
  handle: async () => ({ status: 200, body: { data: await listPermissions() } }),
})
