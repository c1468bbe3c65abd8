import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { tokenResponse } from '@/lib/identity/auth.responses'
import { passkeySignInBody } from '@/lib/identity/passkeys/passkeys.schemas'
import { signInWithPasskey } from '@/lib/identity/passkeys/sign-in-with-passkey'
import { presentTokens } from '@/lib/identity/sessions/establish-session'

export const POST = defineRoute({
  operationId: 'signInWithPasskey',
  tag: 'Passkeys',
  summary:
    'Sign in with a passkey: with user verification it counts as two factors, so no code follows',
  access: 'public',
  headers: { deviceToken },
  body: passkeySignInBody,
  responses: { 200: tokenResponse },
  refusals: ['passkey_refused', 'feature_disabled'],
  handle: async ({ body, ctx }) => {
    const { challenge_id: secret, response: passkey } = body
    const result = await signInWithPasskey({ secret, passkey }, ctx)
    return result.ok ? { status: 200, body: presentTokens(result.session) } : result
  },
})
