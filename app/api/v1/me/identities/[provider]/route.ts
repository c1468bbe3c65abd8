import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { OWNER_PROOF_REFUSALS, ownerProofBody } from '@/lib/identity/auth.schemas'
import { unlinkIdentity } from '@/lib/identity/oauth/own-identities'

export const DELETE = defineRoute({
  operationId: 'removeIdentity',
  tag: 'Sign-in providers',
  summary: 'Disconnect a provider; refused if it is your only sign-in method',
  params: ['provider'],
  access: 'authenticated',
  headers: { deviceToken },
  body: ownerProofBody,
  responses: { 204: null },
  refusals: ['not_found', 'last_way_in', ...OWNER_PROOF_REFUSALS],
  handle: async ({ body: { password }, principal, params: { provider }, ctx }) => {
    const result = await unlinkIdentity({ provider, password }, principal, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
