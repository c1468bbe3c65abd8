import { pageOf } from '@/lib/auth/auth.answers'
import { defineRoute } from '@/lib/http/define-route'
import { pageQuery } from '@/lib/http/page-query'
import { listHolders } from '@/lib/rbac-admin/list-holders'
import { holderAnswer } from '@/lib/rbac-admin/role.answers'
import { askedPermission } from '@/lib/rbac-admin/role.schemas'

export const GET = defineRoute({
  summary: 'List the active users who have a permission, newest first',
  access: { permission: 'rbac:manage' },
  query: pageQuery.extend({ permission: askedPermission }),
  answers: { 200: pageOf(holderAnswer) },
  handle: async ({ principal, query }) => {
    const result = await listHolders(principal, query)
    if (!result.ok) return result
    const page = { next_cursor: result.nextCursor, has_more: result.nextCursor !== null }
    return { status: 200, body: { data: result.holders, page } }
  },
})
