import { defineRoute } from '@/lib/http/define-route'
import { acceptedResponse } from '@/lib/identity/auth.responses'
import { forgotPasswordBody } from '@/lib/identity/auth.schemas'
import { forgotPassword } from '@/lib/identity/passwords/reset-password'

export const POST = defineRoute({
  operationId: 'requestPasswordReset',
  tag: 'Authentication',
  summary: 'Request a password reset email; the response never reveals whether the account exists',
  access: 'public',
  body: forgotPasswordBody,
  responses: { 202: acceptedResponse },
  refusals: ['botcheck_failed', 'botcheck_unavailable'],
  handle: async ({ body: { botcheck_token: botcheckToken, ...body }, ctx }) => {
    const result = await forgotPassword({ ...body, botcheckToken }, ctx)
    return result.ok ? { status: 202, body: { status: 'accepted' } } : result
  },
})
