import { managedUserResponse } from '@/lib/accounts/present-managed-user'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'
import { noFields } from '@/lib/platform/no-fields'
import { approveRegistration } from '@/lib/users/decide-registration'

export const POST = defineRoute({
  operationId: 'approveRegistration',
  tag: 'Users',
  summary: 'Approve a registration; the account becomes active, and we email the user',
  params: ['id'],
  access: { permission: 'users:activate' },
  headers: { versions: ifMatch },
  body: noFields,
  responses: { 200: managedUserResponse },
  refusals: ['not_found', 'precondition_failed', 'privilege_escalation', 'conflict'],
  handle: async ({ principal, params, headers, ctx }) => {
    const target = { userId: params.id, versions: headers.versions }
    const result = await approveRegistration(principal, target, ctx)
    if (!result.ok) return result
    return { status: 200, body: result.user, headers: { etag: entityTag(result.user.version) } }
  },
})
