import { defineRoute } from '@/lib/http/define-route'
import { authConfigResponse, readAuthConfig } from '@/lib/identity/registration/auth-config'

export const GET = defineRoute({
  operationId: 'getAuthConfig',
  tag: 'Authentication',
  summary:
    'Get the registration fields, password rules, sign-in methods, and bot check for your own forms; public',
  access: 'public',
  responses: { 200: authConfigResponse },
  handle: async () => ({ status: 200, body: await readAuthConfig() }),
})
