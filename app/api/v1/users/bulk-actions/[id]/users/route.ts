import { pageOf } from '@/lib/auth/auth.answers'
import { defineRoute } from '@/lib/http/define-route'
import { pageQuery } from '@/lib/http/page-query'
import { bulkUserAnswer } from '@/lib/user-bulk/bulk-action.answers'
import { bulkUsersFields } from '@/lib/user-bulk/bulk-action.schemas'
import { getBulkAction, listBulkUsers } from '@/lib/user-bulk/list-bulk-actions'

export const GET = defineRoute({
  summary: 'List the users of a bulk action with their results',
  access: { permission: 'users:list' },
  query: pageQuery.extend(bulkUsersFields),
  answers: { 200: pageOf(bulkUserAnswer) },
  refusals: ['not_found'],
  handle: async ({ params, query, principal }) => {
    const found = await getBulkAction(principal, params.id!)
    if (!found.ok) return found
    const result = await listBulkUsers(found.bulk, query)
    if (!result.ok) return result
    const data = result.users.map(({ userId, outcome, code }) => ({
      user_id: userId,
      outcome: outcome ?? 'waiting',
      code,
    }))
    const page = { next_cursor: result.nextCursor, has_more: result.nextCursor !== null }
    return { status: 200, body: { data, page } }
  },
})
