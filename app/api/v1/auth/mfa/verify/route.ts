import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { presentTokens } from '@/lib/identity/sessions/establish-session'
import { tokenResponse } from '@/lib/identity/auth.responses'
import { verifyMfaBody } from '@/lib/identity/passkeys/passkeys.schemas'
import { completeWithPasskey } from '@/lib/identity/passkeys/complete-with-passkey'
import { completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'

export const POST = defineRoute({
  operationId: 'verifyMfaCode',
  tag: 'Two-step verification',
  summary:
    'Complete a sign-in with a two-step verification code (POST /auth/login accepts it too) or a passkey',
  access: 'public',
  headers: { deviceToken },
  body: verifyMfaBody,
  responses: { 200: tokenResponse },
  refusals: [
    'invalid_mfa_code',
    'mfa_challenge_expired',
    'account_link_required',
    'identity_taken',
    'passkey_refused',
    'feature_disabled',
    'account_locked',
    'overloaded',
  ],
  handle: async ({ body, ctx }) => {
    const { mfa_token: mfaToken, code, response: passkey } = body
    const result =
      passkey === undefined
        ? await completeSecondStep({ mfaToken, code }, ctx)
        : await completeWithPasskey({ mfaToken, passkey }, ctx)
    return result.ok ? { status: 200, body: presentTokens(result.session) } : result
  },
})
