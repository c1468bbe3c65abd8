import { defineRoute } from '@/lib/http/define-route'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'
import { bulkActionResponse } from '@/lib/users/bulk/bulk-action.responses'
import { bulkActionBody } from '@/lib/users/bulk/bulk-action.schemas'
import { draftBulkAction } from '@/lib/users/bulk/draft-bulk-action'
import { listBulkActions } from '@/lib/users/bulk/list-bulk-actions'
import { presentBulkAction } from '@/lib/users/bulk/present-bulk-action'
import { previewBulkAction } from '@/lib/users/bulk/preview-bulk-action'
import { startBulkAction } from '@/lib/users/bulk/run-bulk-action'

export const GET = defineRoute({
  operationId: 'listBulkActions',
  tag: 'Bulk actions',
  summary: 'List bulk actions on users, newest first',
  access: { permission: 'users:list' },
  query: pageQuery,
  responses: { 200: pageSchemaOf(bulkActionResponse) },
  handle: async ({ query }) => {
    const result = await listBulkActions(query)
    if (!result.ok) return result
    return {
      status: 200,
      body: presentPage(
        result.bulks.map((bulk) => presentBulkAction(bulk)),
        result.nextCursor,
      ),
    }
  },
})

export const POST = defineRoute({
  operationId: 'createBulkAction',
  tag: 'Bulk actions',
  summary:
    'Activate, deactivate, sign out, re-invite, or change the roles of many users in the background (also requires the permission for the single action)',
  access: { permission: 'users:list' },
  apiKeys: 'refused',
  body: bulkActionBody,
  responses: { 202: bulkActionResponse },
  refusals: [
    'insufficient_permission',
    'privilege_escalation',
    'conflict',
    'reauthentication_required',
  ],
  handle: async ({ body, principal, ctx }) => {
    const { action: kind, user_ids: userIds, filter = {}, roles, dry_run: dryRun } = body
    const selection = userIds ? { userIds } : { filter }
    const create = dryRun ? draftBulkAction : startBulkAction
    const created = await create(principal, { kind, selection, roles }, ctx)
    if (!created.ok) return created
    const { bulk } = created
    const preview = dryRun ? await previewBulkAction(bulk, ctx.now) : null
    const headers = { location: `/api/v1/users/bulk-actions/${bulk.id}` }
    return { status: 202, body: presentBulkAction(bulk, preview), headers }
  },
})
