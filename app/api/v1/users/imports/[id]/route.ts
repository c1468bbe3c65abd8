import { defineRoute } from '@/lib/http/define-route'
import { getImport } from '@/lib/users/import/list-imports'
import { userImportResponse } from '@/lib/users/import/user-import.responses'

export const GET = defineRoute({
  operationId: 'getUserImport',
  tag: 'User imports',
  summary: 'Get a user import and its progress',
  params: ['id'],
  access: { permission: 'users:activate' },
  responses: { 200: userImportResponse },
  refusals: ['not_found'],
  handle: async ({ params, principal, ctx }) => {
    const result = await getImport(principal, params.id, ctx)
    return result.ok ? { status: 200, body: result.import } : result
  },
})
