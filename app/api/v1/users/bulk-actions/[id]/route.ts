import { defineRoute } from '@/lib/http/define-route'
import { bulkActionResponse } from '@/lib/users/bulk/bulk-action.responses'
import { getBulkAction } from '@/lib/users/bulk/list-bulk-actions'
import { presentBulkAction } from '@/lib/users/bulk/present-bulk-action'
import { previewBulkAction } from '@/lib/users/bulk/preview-bulk-action'

export const GET = defineRoute({
  operationId: 'getBulkAction',
  tag: 'Bulk actions',
  summary: 'Get a bulk action: its progress, or the preview of a draft',
  params: ['id'],
  access: { permission: 'users:list' },
  responses: { 200: bulkActionResponse },
  refusals: ['not_found'],
  handle: async ({ params, principal, ctx }) => {
    const result = await getBulkAction(principal, params.id)
    if (!result.ok) return result
    const { bulk } = result
    const preview = bulk.status === 'draft' ? await previewBulkAction(bulk, ctx.now) : null
    return { status: 200, body: presentBulkAction(bulk, preview) }
  },
})
