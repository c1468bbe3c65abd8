import { defineRoute } from '@/lib/http/define-route'
import { locale } from '@/lib/http/request-headers'
import { presentTokens } from '@/lib/identity/sessions/establish-session'
import { tokenResponse } from '@/lib/identity/auth.responses'
import { setupBody } from '@/lib/identity/auth.schemas'
import { completeSetup } from '@/lib/identity/registration/first-administrator'

export const POST = defineRoute({
  operationId: 'createFirstAdministrator',
  tag: 'Authentication',
  summary: 'Create the first administrator with the one-time setup token',
  access: 'public',
  headers: { locale },
  body: setupBody,
  responses: { 201: tokenResponse },
  refusals: ['invalid_or_expired_token', 'password_too_weak', 'email_taken', 'overloaded'],
  handle: async ({ body, ctx }) => {
    const result = await completeSetup(body, ctx)
    return result.ok ? { status: 201, body: presentTokens(result.session) } : result
  },
})
