import { catalogAnswer } from '@/lib/auth/auth.answers'
import { defineRoute } from '@/lib/http/define-route'
import { permissionCatalog } from '@/lib/rbac/permission-catalog'

export const GET = defineRoute({
  summary: 'The catalog of permissions',
  access: { permission: 'rbac:manage' },
  answers: { 200: catalogAnswer },
  handle: () => ({
    status: 200,
    body: {
      data: permissionCatalog.map(({ name, description, resource }) => ({ name, description, resource })),
    },
  }),
})
