import { defineRoute } from '@/lib/http/define-route'
import { unlinkIdentity } from '@/lib/identity/oauth/own-identities'

export const DELETE = defineRoute({
  operationId: 'removeIdentity',
  tag: 'Sign-in providers',
  summary: 'Disconnect a provider; refused if it is your only sign-in method',
  access: 'authenticated',
  responses: { 204: null },
  refusals: ['not_found', 'last_way_in'],
  handle: async ({ principal, params, ctx }) => {
    const result = await unlinkIdentity({ provider: params.provider ?? '' }, principal, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
