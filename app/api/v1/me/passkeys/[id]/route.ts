import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { OWNER_PROOF_REFUSALS, ownerProofBody } from '@/lib/identity/auth.schemas'
import { removePasskey, renamePasskey } from '@/lib/identity/passkeys/own-passkeys'
import { passkeyResponse, presentPasskey } from '@/lib/identity/passkeys/passkey.responses'
import { renamePasskeyBody } from '@/lib/identity/passkeys/passkeys.schemas'

export const PATCH = defineRoute({
  operationId: 'renamePasskey',
  tag: 'Passkeys',
  summary: 'Rename one of your passkeys',
  params: ['id'],
  access: 'authenticated',
  body: renamePasskeyBody,
  responses: { 200: passkeyResponse },
  refusals: ['not_found'],
  handle: async ({ body, params, principal, ctx }) => {
    const result = await renamePasskey({ id: params.id, name: body.name }, principal, ctx)
    return result.ok ? { status: 200, body: presentPasskey(result.passkey) } : result
  },
})

export const DELETE = defineRoute({
  operationId: 'removePasskey',
  tag: 'Passkeys',
  summary: 'Remove one of your passkeys; refused if it is your only sign-in method',
  params: ['id'],
  access: 'authenticated',
  headers: { deviceToken },
  body: ownerProofBody,
  responses: { 204: null },
  refusals: ['not_found', 'last_way_in', ...OWNER_PROOF_REFUSALS],
  handle: async ({ body, params, principal, ctx }) => {
    const { password } = body
    const result = await removePasskey({ id: params.id, password }, principal, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
