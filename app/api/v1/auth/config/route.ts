import { defineRoute } from '@/lib/http/define-route'
import { authConfigResponse, readAuthConfig } from '@/lib/identity/registration/auth-config'

export const GET = defineRoute({
  operationId: 'getAuthConfig',
  tag: 'Authentication',
  summary: 'Get what sign-in and sign-up forms need; public',
  access: 'public',
  responses: { 200: authConfigResponse },
  handle: async () => ({ status: 200, body: await readAuthConfig() }),
})
