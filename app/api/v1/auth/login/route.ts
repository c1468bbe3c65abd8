import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { signInResponse } from '@/lib/identity/auth.responses'
import { signInBody } from '@/lib/identity/auth.schemas'
import { completeSecondStep, presentSignIn } from '@/lib/identity/sign-in/complete-sign-in'
import { login } from '@/lib/identity/sign-in/login'

export const POST = defineRoute({
  operationId: 'signIn',
  tag: 'Authentication',
  summary:
    'Sign in with email and password; if two-step verification is on, then with the MFA token and a code',
  access: 'public',
  headers: { deviceToken },
  body: signInBody,
  responses: { 200: signInResponse },
  refusals: [
    'botcheck_failed',
    'botcheck_unavailable',
    'invalid_credentials',
    'email_not_verified',
    'approval_pending',
    'account_locked',
    'overloaded',
    'invalid_mfa_code',
    'mfa_challenge_expired',
    'account_link_required',
    'identity_taken',
  ],
  handle: async ({ body, ctx }) => {
    const result =
      body.mfa_token === undefined
        ? await login(
            { email: body.email, password: body.password, botcheckToken: body.botcheck_token },
            ctx,
          )
        : await completeSecondStep({ mfaToken: body.mfa_token, code: body.code }, ctx)
    return result.ok ? { status: 200, body: presentSignIn(result) } : result
  },
})
