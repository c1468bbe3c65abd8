import { managedUserResponse } from '@/lib/accounts/present-managed-user'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'
import { changeUserEmail } from '@/lib/users/change-user-details'
import { changeEmailBody } from '@/lib/users/users.schemas'

export const PUT = defineRoute({
  operationId: 'changeUserEmail',
  tag: 'Users',
  summary:
    'Change a user’s email address; it stays unconfirmed until the user opens the emailed link',
  params: ['id'],
  access: { permission: 'users:email:change:any' },
  act: 'user_email',
  headers: { versions: ifMatch },
  body: changeEmailBody,
  responses: { 200: managedUserResponse },
  refusals: ['not_found', 'precondition_failed', 'privilege_escalation', 'email_taken', 'conflict'],
  handle: async ({ principal, params, body, headers, ctx }) => {
    const target = { userId: params.id, versions: headers.versions }
    const result = await changeUserEmail(principal, { ...target, email: body.email }, ctx)
    if (!result.ok) return result
    return { status: 200, body: result.user, headers: { etag: entityTag(result.user.version) } }
  },
})
