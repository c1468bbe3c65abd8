import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { signInResponse } from '@/lib/identity/auth.responses'
import { verifyEmailCodeBody } from '@/lib/identity/email-code/email-code.schemas'
import { signInWithEmailCode } from '@/lib/identity/email-code/sign-in-with-code'
import { presentSignIn } from '@/lib/identity/sign-in/complete-sign-in'

export const POST = defineRoute({
  operationId: 'signInWithEmailCode',
  tag: 'Authentication',
  summary:
    'Sign in with an emailed code; if two-step verification is on, continue at POST /auth/mfa/verify',
  access: 'public',
  headers: { deviceToken },
  body: verifyEmailCodeBody,
  responses: { 200: signInResponse },
  refusals: ['invalid_email_code', 'feature_disabled', 'account_locked', 'overloaded'],
  handle: async ({ body, ctx }) => {
    const { challenge_id: secret, code } = body
    const result = await signInWithEmailCode({ secret, code }, ctx)
    return result.ok ? { status: 200, body: presentSignIn(result.signIn) } : result
  },
})
