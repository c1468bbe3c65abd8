import { defineRoute } from '@/lib/http/define-route'
import { noFields } from '@/lib/platform/no-fields'
import { runImport } from '@/lib/users/import/run-import'
import { userImportResponse } from '@/lib/users/import/user-import.responses'

export const POST = defineRoute({
  operationId: 'runUserImport',
  tag: 'User imports',
  summary: 'Import the rows accepted by a dry run, without uploading the file again',
  params: ['id'],
  access: { permission: 'users:activate' },
  act: 'user_import',
  body: noFields,
  responses: { 202: userImportResponse },
  refusals: ['not_found', 'conflict'],
  handle: async ({ params, principal, ctx }) => {
    const result = await runImport(principal, params.id, ctx)
    return result.ok ? { status: 202, body: result.import } : result
  },
})
