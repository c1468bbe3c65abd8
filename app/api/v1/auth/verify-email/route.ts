import { defineRoute } from '@/lib/http/define-route'
import { deviceToken, locale } from '@/lib/http/request-headers'
import { verifiedResponse } from '@/lib/identity/auth.responses'
import { verifyEmailBody } from '@/lib/identity/auth.schemas'
import { verifyEmail } from '@/lib/identity/registration/verify-email'

export const POST = defineRoute({
  operationId: 'verifyEmail',
  tag: 'Authentication',
  summary: 'Confirm an email address with the token of a confirmation email',
  access: 'public',
  headers: { deviceToken, locale },
  body: verifyEmailBody,
  responses: { 200: verifiedResponse },
  refusals: ['invalid_or_expired_token', 'password_required', 'password_too_weak', 'overloaded'],
  handle: async ({ body, ctx }) => {
    const result = await verifyEmail(body, ctx)
    if (!result.ok) return result
    const { user, awaitsApproval } = result
    return { status: 200, body: { user, awaits_approval: awaitsApproval } }
  },
})
