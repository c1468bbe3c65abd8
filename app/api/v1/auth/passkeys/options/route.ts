import { defineRoute } from '@/lib/http/define-route'
import { PASSKEY_CHALLENGE_SECONDS } from '@/lib/identity/passkeys/passkey-challenge.store'
import { startPasskeySignIn } from '@/lib/identity/passkeys/passkey-options'
import { passkeySignInOptionsResponse } from '@/lib/identity/passkeys/passkey.responses'
import { newSecretToken } from '@/lib/platform/crypto'
import { ignoredFields } from '@/lib/platform/no-fields'

export const POST = defineRoute({
  operationId: 'startPasskeySignIn',
  tag: 'Passkeys',
  summary: 'Start signing in with a passkey; the response goes to POST /auth/passkeys/verify',
  access: 'public',
  body: ignoredFields,
  responses: { 200: passkeySignInOptionsResponse },
  refusals: ['feature_disabled'],
  handle: async ({ ctx }) => {
    const secret = newSecretToken()
    const result = await startPasskeySignIn({ secret }, ctx)
    if (!result.ok) return result
    const { options } = result
    return {
      status: 200,
      body: { challenge_id: secret, expires_in: PASSKEY_CHALLENGE_SECONDS, options },
    }
  },
})
