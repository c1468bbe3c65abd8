import { identitiesResponse } from '@/lib/auth/auth.answers'
import { listIdentities } from '@/lib/auth/list-identities'
import { defineRoute } from '@/lib/http/define-route'

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
