import { defineRoute } from '@/lib/http/define-route'
import { noFields } from '@/lib/platform/no-fields'
import { bulkActionResponse } from '@/lib/users/bulk/bulk-action.responses'
import { presentBulkAction } from '@/lib/users/bulk/present-bulk-action'
import { cancelBulkAction } from '@/lib/users/bulk/run-bulk-action'

export const POST = defineRoute({
  operationId: 'cancelBulkAction',
  tag: 'Bulk actions',
  summary: 'Cancel a bulk action; changes made so far are kept',
  params: ['id'],
  access: { permission: 'users:list' },
  apiKeys: 'refused',
  body: noFields,
  responses: { 200: bulkActionResponse },
  refusals: ['insufficient_permission', 'not_found', 'conflict'],
  handle: async ({ params, principal, ctx }) => {
    const result = await cancelBulkAction(principal, params.id, ctx)
    return result.ok ? { status: 200, body: presentBulkAction(result.bulk) } : result
  },
})
