import { defineRoute } from '@/lib/http/define-route'
import { identitiesResponse } from '@/lib/identity/auth.responses'
import { listIdentities } from '@/lib/identity/oauth/own-identities'

export const GET = defineRoute({
  operationId: 'listIdentities',
  tag: 'Sign-in providers',
  summary: 'List the provider accounts connected to your account',
  access: 'authenticated',
  responses: { 200: identitiesResponse },
  handle: async ({ principal, ctx }) => {
    const result = await listIdentities(principal, ctx.now)
    return result.ok ? { status: 200, body: { data: result.identities } } : result
  },
})
