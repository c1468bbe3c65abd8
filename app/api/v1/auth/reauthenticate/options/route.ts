import { defineRoute } from '@/lib/http/define-route'
import { PASSKEY_CHALLENGE_SECONDS } from '@/lib/identity/passkeys/passkey-challenge.store'
import { startPasskeyProof } from '@/lib/identity/passkeys/passkey-options'
import { passkeyOptionsResponse } from '@/lib/identity/passkeys/passkey.responses'
import { ignoredFields } from '@/lib/platform/no-fields'

export const POST = defineRoute({
  operationId: 'startConfirmingIdentity',
  tag: 'Passkeys',
  summary: 'Start confirming your identity with a passkey, before a sensitive change',
  access: 'authenticated',
  lacking: ['proof'],
  body: ignoredFields,
  responses: { 200: passkeyOptionsResponse },
  refusals: ['not_found', 'feature_disabled'],
  handle: async ({ principal, ctx }) => {
    const result = await startPasskeyProof(principal, ctx)
    if (!result.ok) return result
    const { options } = result
    return { status: 200, body: { expires_in: PASSKEY_CHALLENGE_SECONDS, options } }
  },
})
