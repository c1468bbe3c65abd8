import { managedUserResponse } from '@/lib/accounts/present-managed-user'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { noFields } from '@/lib/platform/no-fields'

export const POST = defineRoute({
  operationId: 'deactivateUser',
  tag: 'Users',
  summary: 'Deactivate a user; every session ends',
  params: ['id'],
  access: { permission: 'users:activate' },
  headers: { versions: ifMatch },
  body: noFields,
  responses: { 200: managedUserResponse },
  refusals: ['not_found', 'precondition_failed', 'privilege_escalation', 'last_admin', 'conflict'],
  handle: async ({ principal, params, headers, ctx }) => {
    const target = { userId: params.id, versions: headers.versions }
    const result = await changeUserStatus(principal, { ...target, move: 'deactivate' }, ctx)
    if (!result.ok) return result
    return { status: 200, body: result.user, headers: { etag: entityTag(result.user.version) } }
  },
})
