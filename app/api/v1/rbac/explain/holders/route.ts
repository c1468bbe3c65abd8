import { listHolders } from '@/lib/access/explain-permission'
import { holderResponse } from '@/lib/access/role.responses'
import { askedPermission } from '@/lib/access/role.schemas'
import { defineRoute } from '@/lib/http/define-route'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listPermissionHolders',
  tag: 'Roles and permissions',
  summary: 'List the active users who have a permission, newest first',
  access: { permission: 'rbac:manage' },
  query: pageQuery.extend({ permission: askedPermission }),
  responses: { 200: pageSchemaOf(holderResponse) },
  handle: async ({ principal, query }) => {
    const result = await listHolders(principal, query)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.holders, result.nextCursor) }
  },
})
