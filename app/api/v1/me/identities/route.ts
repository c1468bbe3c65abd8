import { defineRoute } from '@/lib/http/define-route'
import { identitiesResponse } from '@/lib/identity/auth.responses'
import { listIdentities } from '@/lib/identity/oauth/own-identities'
import { completeListQuery } from '@/lib/platform/complete-list'
import { presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listIdentities',
  tag: 'Sign-in providers',
  summary: 'List the provider accounts connected to your account',
  access: 'authenticated',
  query: completeListQuery,
  responses: { 200: identitiesResponse },
  handle: async ({ principal, ctx }) => {
    const result = await listIdentities(principal, ctx.now)
    return result.ok ? { status: 200, body: presentPage(result.identities, null) } : result
  },
})
