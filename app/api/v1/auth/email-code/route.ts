import { SIGN_IN_CODE_SECONDS } from '@/lib/accounts/sign-in-code.store'
import { defineRoute } from '@/lib/http/define-route'
import { emailCodeResponse } from '@/lib/identity/email-code/email-code.responses'
import { emailCodeBody } from '@/lib/identity/email-code/email-code.schemas'
import { requestEmailCode } from '@/lib/identity/email-code/request-code'

export const POST = defineRoute({
  operationId: 'requestEmailCode',
  tag: 'Authentication',
  summary: 'Request a sign-in code by email; the response never reveals whether the account exists',
  access: 'public',
  body: emailCodeBody,
  responses: { 202: emailCodeResponse },
  refusals: ['botcheck_failed', 'botcheck_unavailable', 'feature_disabled'],
  handle: async ({ body: { email, botcheck_token: botcheckToken }, ctx }) => {
    const result = await requestEmailCode({ email, botcheckToken }, ctx)
    if (!result.ok) return result
    const { secret } = result
    return { status: 202, body: { challenge_id: secret, expires_in: SIGN_IN_CODE_SECONDS } }
  },
})
