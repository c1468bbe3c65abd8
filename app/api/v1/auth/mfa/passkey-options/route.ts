import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { PASSKEY_CHALLENGE_SECONDS } from '@/lib/identity/passkeys/passkey-challenge.store'
import { startPasskeyStep } from '@/lib/identity/passkeys/passkey-options'
import { passkeyOptionsResponse } from '@/lib/identity/passkeys/passkey.responses'
import { passkeyStepOptionsBody } from '@/lib/identity/passkeys/passkeys.schemas'

export const POST = defineRoute({
  operationId: 'startPasskeyStep',
  tag: 'Two-step verification',
  summary: 'Start completing a sign-in with a passkey; the response goes to POST /auth/mfa/verify',
  access: 'public',
  headers: { deviceToken },
  body: passkeyStepOptionsBody,
  responses: { 200: passkeyOptionsResponse },
  refusals: ['mfa_challenge_expired', 'not_found', 'feature_disabled'],
  handle: async ({ body, ctx }) => {
    const result = await startPasskeyStep({ mfaToken: body.mfa_token }, ctx)
    if (!result.ok) return result
    const { options } = result
    return { status: 200, body: { expires_in: PASSKEY_CHALLENGE_SECONDS, options } }
  },
})
