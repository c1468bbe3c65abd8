import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { presentTokens } from '@/lib/identity/sessions/establish-session'
import { tokenResponse } from '@/lib/identity/auth.responses'
import { secondStepBody } from '@/lib/identity/auth.schemas'
import { completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'

export const POST = defineRoute({
  operationId: 'verifyMfaCode',
  tag: 'Two-step verification',
  summary: 'Complete a sign-in with a two-step verification code (POST /auth/login accepts it too)',
  access: 'public',
  headers: { deviceToken },
  body: secondStepBody,
  responses: { 200: tokenResponse },
  refusals: ['invalid_mfa_code', 'mfa_challenge_expired', 'account_locked', 'overloaded'],
  handle: async ({ body, ctx }) => {
    const result = await completeSecondStep({ mfaToken: body.mfa_token, code: body.code }, ctx)
    return result.ok ? { status: 200, body: presentTokens(result.session) } : result
  },
})
