import { defineRoute } from '@/lib/http/define-route'
import { deviceToken, ifMatch } from '@/lib/http/request-headers'
import { createInvitationLink } from '@/lib/users/invite-user'
import { invitationLinkResponse } from '@/lib/users/users.responses'
import { invitationLinkBody } from '@/lib/users/users.schemas'

export const POST = defineRoute({
  operationId: 'createInvitationLink',
  tag: 'Users',
  summary:
    'Create a one-time link for an invited user to set a password, for you to deliver yourself',
  params: ['id'],
  access: { permission: 'users:activate' },
  apiKeys: 'refused',
  headers: { versions: ifMatch, deviceToken },
  body: invitationLinkBody,
  responses: { 201: invitationLinkResponse },
  refusals: [
    'not_found',
    'precondition_failed',
    'privilege_escalation',
    'conflict',
    'invalid_credentials',
    'reauthentication_required',
    'account_locked',
    'overloaded',
  ],
  handle: async ({ principal, params, body, headers, ctx }) => {
    const { versions } = headers
    const target = { userId: params.id, versions, password: body.password }
    const result = await createInvitationLink(principal, target, ctx)
    if (!result.ok) return result
    const { url, expiresAt } = result.link
    return { status: 201, body: { url, expires_at: expiresAt.toISOString() } }
  },
})
