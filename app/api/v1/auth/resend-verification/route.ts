import { defineRoute } from '@/lib/http/define-route'
import { acceptedResponse } from '@/lib/identity/auth.responses'
import { resendVerificationBody } from '@/lib/identity/auth.schemas'
import { resendVerification } from '@/lib/identity/registration/register'

export const POST = defineRoute({
  operationId: 'resendVerificationEmail',
  tag: 'Authentication',
  summary:
    'Request another confirmation email; the response never reveals whether the account exists',
  access: 'public',
  body: resendVerificationBody,
  responses: { 202: acceptedResponse },
  refusals: ['botcheck_failed', 'botcheck_unavailable'],
  handle: async ({ body: { botcheck_token: botcheckToken, ...body }, ctx }) => {
    const result = await resendVerification({ ...body, botcheckToken }, ctx)
    return result.ok ? { status: 202, body: { status: 'accepted' } } : result
  },
})
