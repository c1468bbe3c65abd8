import { defineRoute } from '@/lib/http/define-route'
import { noFields } from '@/lib/platform/no-fields'
import { inviteImported } from '@/lib/users/import/invite-imported'
import { userImportResponse } from '@/lib/users/import/user-import.responses'

export const POST = defineRoute({
  operationId: 'inviteImportedUsers',
  tag: 'User imports',
  summary:
    'Invite, in the background, the users a finished import created without a password; repeating the request sends nothing more',
  params: ['id'],
  access: { permission: 'users:activate' },
  apiKeys: 'refused',
  body: noFields,
  responses: { 202: userImportResponse },
  refusals: ['not_found', 'conflict'],
  handle: async ({ params, principal, ctx }) => {
    const result = await inviteImported(principal, params.id, ctx)
    return result.ok ? { status: 202, body: result.import } : result
  },
})
