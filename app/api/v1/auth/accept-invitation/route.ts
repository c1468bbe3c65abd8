import { defineRoute } from '@/lib/http/define-route'
import { presentTokens } from '@/lib/identity/sessions/establish-session'
import { tokenResponse } from '@/lib/identity/auth.responses'
import { acceptInvitationBody } from '@/lib/identity/auth.schemas'
import { acceptInvitation } from '@/lib/identity/registration/accept-invitation'

export const POST = defineRoute({
  operationId: 'acceptInvitation',
  tag: 'Authentication',
  summary: 'Accept an invitation: set a password with the emailed token and sign in',
  access: 'public',
  body: acceptInvitationBody,
  responses: { 200: tokenResponse },
  refusals: ['invalid_or_expired_token', 'password_too_weak', 'overloaded'],
  handle: async ({ body: { fields: profile, ...body }, ctx }) => {
    const result = await acceptInvitation({ ...body, ...(profile && { profile }) }, ctx)
    return result.ok ? { status: 200, body: presentTokens(result.session) } : result
  },
})
