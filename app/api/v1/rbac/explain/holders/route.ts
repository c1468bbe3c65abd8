import { defineRoute } from '@/lib/http/define-route'
import { pageOf, pageQuery, presentPage } from '@/lib/http/page-query'
import { listHolders } from '@/lib/rbac-admin/list-holders'
import { holderResponse } from '@/lib/rbac-admin/role.answers'
import { askedPermission } from '@/lib/rbac-admin/role.schemas'

export const GET = defineRoute({
  operationId: 'listPermissionHolders',
  tag: 'Roles and permissions',
  summary: 'List the active users who have a permission, newest first',
  access: { permission: 'rbac:manage' },
  query: pageQuery.extend({ permission: askedPermission }),
  responses: { 200: pageOf(holderResponse) },
  handle: async ({ principal, query }) => {
    const result = await listHolders(principal, query)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.holders, result.nextCursor) }
  },
})
