import { tokenResponse } from '@/lib/auth/auth.answers'
import { setupBody } from '@/lib/auth/auth.schemas'
import { completeSetup } from '@/lib/auth/complete-setup'
import { defineRoute } from '@/lib/http/define-route'
import { presentTokens } from '@/lib/http/present-tokens'

export const POST = defineRoute({
  operationId: 'createFirstAdministrator',
  tag: 'Authentication',
  summary: 'Create the first administrator with the one-time setup token',
  access: 'public',
  body: setupBody,
  responses: { 201: tokenResponse },
  refusals: ['invalid_or_expired_token', 'password_too_weak', 'email_taken', 'overloaded'],
  handle: async ({ body, ctx }) => {
    const result = await completeSetup(body, ctx)
    return result.ok ? { status: 201, body: presentTokens(result.session) } : result
  },
})
