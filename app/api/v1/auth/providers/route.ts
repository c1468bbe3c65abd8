import { providersResponse } from '@/lib/auth/auth.answers'
import { enabledProviders } from '@/lib/external/enabled-providers'
import { defineRoute } from '@/lib/http/define-route'

export const GET = defineRoute({
  operationId: 'listSignInProviders',
  tag: 'Sign-in providers',
  summary: 'List the sign-in providers',
  access: 'public',
  responses: { 200: providersResponse },
  handle: async () => ({ status: 200, body: { providers: enabledProviders() } }),
})
