import { acceptedAnswer } from '@/lib/auth/auth.answers'
import { resendVerificationBody } from '@/lib/auth/auth.schemas'
import { resendVerification } from '@/lib/auth/resend-verification'
import { defineRoute } from '@/lib/http/define-route'

export const POST = defineRoute({
  summary: 'Ask for another verification mail; the answer never tells whether the address exists',
  access: 'public',
  body: resendVerificationBody,
  answers: { 202: acceptedAnswer },
  refusals: ['botcheck_failed', 'botcheck_unavailable'],
  handle: async ({ body: { botcheck_token: botcheckToken, ...body }, ctx }) => {
    const result = await resendVerification({ ...body, botcheckToken }, ctx)
    return result.ok ? { status: 202, body: { status: 'accepted' } } : result
  },
})
