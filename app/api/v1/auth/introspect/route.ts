import { defineRoute } from '@/lib/http/define-route'
import { formOrJsonBody } from '@/lib/http/route-body'
import { introspectionResponse } from '@/lib/identity/auth.responses'
import { introspectBody } from '@/lib/identity/auth.schemas'
import { introspectToken } from '@/lib/identity/sessions/introspect-token'

export const POST = defineRoute({
  operationId: 'introspectToken',
  tag: 'Authentication',
  summary: 'Check whether an access token or API key is active (RFC 7662)',
  access: { permission: 'users:read' },
  body: formOrJsonBody(introspectBody),
  responses: { 200: introspectionResponse },
  handle: async ({ body, ctx }) => ({
    status: 200,
    body: await introspectToken(body.token, ctx.now),
  }),
})
