import { defineRoute } from '@/lib/http/define-route'
import { reauthenticateBody } from '@/lib/identity/passkeys/passkeys.schemas'
import { proveWithPasskey } from '@/lib/identity/passkeys/prove-with-passkey'

export const POST = defineRoute({
  operationId: 'confirmIdentity',
  tag: 'Passkeys',
  summary:
    'Confirm your identity with a passkey: for 10 minutes by default, changes that ask for a recent sign-in or your password need neither',
  access: 'authenticated',
  lacking: ['proof'],
  body: reauthenticateBody,
  responses: { 204: null },
  refusals: ['passkey_refused', 'feature_disabled'],
  handle: async ({ body, principal, ctx }) => {
    const result = await proveWithPasskey(body.response, principal, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
