import { defineRoute } from '@/lib/http/define-route'
import { noFields } from '@/lib/platform/no-fields'
import { bulkActionResponse } from '@/lib/users/bulk/bulk-action.responses'
import { presentBulkAction } from '@/lib/users/bulk/present-bulk-action'
import { runBulkAction } from '@/lib/users/bulk/run-bulk-action'

export const POST = defineRoute({
  operationId: 'runBulkAction',
  tag: 'Bulk actions',
  summary: 'Run your own draft on exactly the users it selected; once, within 1 hour',
  params: ['id'],
  access: { permission: 'users:list' },
  apiKeys: 'refused',
  body: noFields,
  responses: { 202: bulkActionResponse },
  refusals: [
    'insufficient_permission',
    'privilege_escalation',
    'not_found',
    'conflict',
    'reauthentication_required',
  ],
  handle: async ({ params, principal, ctx }) => {
    const result = await runBulkAction(principal, params.id, ctx)
    return result.ok ? { status: 202, body: presentBulkAction(result.bulk) } : result
  },
})
