import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { OWNER_PROOF_REFUSALS, ownerProofBody } from '@/lib/identity/auth.schemas'
import { PASSKEY_CHALLENGE_SECONDS } from '@/lib/identity/passkeys/passkey-challenge.store'
import { startPasskeyCreation } from '@/lib/identity/passkeys/passkey-options'
import { passkeyCreationResponse } from '@/lib/identity/passkeys/passkey.responses'

export const POST = defineRoute({
  operationId: 'startPasskeyCreation',
  tag: 'Passkeys',
  summary: 'Start adding a passkey to your account; the response goes to POST /me/passkeys',
  access: 'authenticated',
  lacking: ['enroll'],
  headers: { deviceToken },
  body: ownerProofBody,
  responses: { 200: passkeyCreationResponse },
  refusals: ['conflict', 'feature_disabled', ...OWNER_PROOF_REFUSALS],
  handle: async ({ body, principal, ctx }) => {
    const result = await startPasskeyCreation(body, principal, ctx)
    if (!result.ok) return result
    const { options } = result
    return { status: 200, body: { expires_in: PASSKEY_CHALLENGE_SECONDS, options } }
  },
})
