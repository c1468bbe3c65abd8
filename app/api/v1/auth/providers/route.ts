import { enabledProviders } from '@/lib/config/providers/enabled-providers'
import { defineRoute } from '@/lib/http/define-route'
import { providersResponse } from '@/lib/identity/auth.responses'

export const GET = defineRoute({
  operationId: 'listSignInProviders',
  tag: 'Sign-in providers',
  summary: 'List the sign-in providers',
  access: 'public',
  responses: { 200: providersResponse },
  handle: async () => ({ status: 200, body: { providers: enabledProviders() } }),
})
