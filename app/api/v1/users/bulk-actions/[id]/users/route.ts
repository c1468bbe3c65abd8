import { defineRoute } from '@/lib/http/define-route'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'
import { bulkUserResponse } from '@/lib/users/bulk/bulk-action.responses'
import { bulkUsersFields } from '@/lib/users/bulk/bulk-action.schemas'
import { getBulkAction, listBulkUsers } from '@/lib/users/bulk/list-bulk-actions'

export const GET = defineRoute({
  operationId: 'listBulkActionUsers',
  tag: 'Bulk actions',
  summary: 'List the users of a bulk action with their results',
  params: ['id'],
  access: { permission: 'users:list' },
  query: pageQuery.extend(bulkUsersFields),
  responses: { 200: pageSchemaOf(bulkUserResponse) },
  refusals: ['not_found'],
  handle: async ({ params, query, principal }) => {
    const found = await getBulkAction(principal, params.id)
    if (!found.ok) return found
    const result = await listBulkUsers(found.bulk, query)
    if (!result.ok) return result
    const data = result.users.map(({ userId, outcome, code }) => ({
      user_id: userId,
      outcome: outcome ?? ('waiting' as const),
      code,
    }))
    return { status: 200, body: presentPage(data, result.nextCursor) }
  },
})
