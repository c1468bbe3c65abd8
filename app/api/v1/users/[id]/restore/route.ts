import { managedUserResponse } from '@/lib/accounts/present-managed-user'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { noFields } from '@/lib/platform/no-fields'

export const POST = defineRoute({
  operationId: 'restoreUser',
  tag: 'Users',
  summary: 'Restore a deleted user to its previous state; old tokens stay invalid',
  params: ['id'],
  access: { permission: 'users:restore' },
  headers: { versions: ifMatch },
  body: noFields,
  responses: { 200: managedUserResponse },
  refusals: ['not_found', 'precondition_failed', 'privilege_escalation', 'conflict'],
  handle: async ({ principal, params, headers, ctx }) => {
    const target = { userId: params.id, versions: headers.versions }
    const result = await changeUserStatus(principal, { ...target, move: 'restore' }, ctx)
    if (!result.ok) return result
    return { status: 200, body: result.user, headers: { etag: entityTag(result.user.version) } }
  },
})
