import { defineRoute } from '@/lib/http/define-route'
import { noFields } from '@/lib/platform/no-fields'
import { cancelImport } from '@/lib/users/import/cancel-import'
import { userImportResponse } from '@/lib/users/import/user-import.responses'

export const POST = defineRoute({
  operationId: 'cancelUserImport',
  tag: 'User imports',
  summary: 'Cancel a running import; users created so far are kept',
  params: ['id'],
  access: { permission: 'users:activate' },
  apiKeys: 'refused',
  body: noFields,
  responses: { 200: userImportResponse },
  refusals: ['not_found', 'conflict'],
  handle: async ({ params, principal, ctx }) => {
    const result = await cancelImport(principal, params.id, ctx)
    return result.ok ? { status: 200, body: result.import } : result
  },
})
