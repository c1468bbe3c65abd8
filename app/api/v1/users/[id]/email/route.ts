import { managedUserResponse } from '@/lib/accounts/present-managed-user'
import { defineRoute } from '@/lib/http/define-route'
import { acceptedVersions, entityTag } from '@/lib/http/entity-tag'
import { changeUserEmail } from '@/lib/users/change-user-details'
import { changeEmailBody } from '@/lib/users/users.schemas'

export const PUT = defineRoute({
  operationId: 'changeUserEmail',
  tag: 'Users',
  summary:
    'Change a user’s email address; it stays unconfirmed until the user opens the emailed link',
  access: { permission: 'users:email:change:any' },
  apiKeys: 'refused',
  body: changeEmailBody,
  responses: { 200: managedUserResponse },
  refusals: ['not_found', 'precondition_failed', 'privilege_escalation', 'email_taken', 'conflict'],
  handle: async ({ principal, params, body, request, ctx }) => {
    const target = { userId: params.id!, versions: acceptedVersions(request.header('if-match')) }
    const result = await changeUserEmail(principal, { ...target, email: body.email }, ctx)
    if (!result.ok) return result
    return { status: 200, body: result.user, headers: { etag: entityTag(result.user.version) } }
  },
})
