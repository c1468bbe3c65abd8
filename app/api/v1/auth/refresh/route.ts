import { defineRoute } from '@/lib/http/define-route'
import { refreshKey } from '@/lib/http/request-headers'
import { presentTokens } from '@/lib/identity/sessions/establish-session'
import { tokenResponse } from '@/lib/identity/auth.responses'
import { refreshBody } from '@/lib/identity/auth.schemas'
import { refreshSession } from '@/lib/identity/sessions/refresh-session'

export const POST = defineRoute({
  operationId: 'refreshTokens',
  tag: 'Authentication',
  summary:
    'Exchange a refresh token for new tokens; with an Idempotency-Key it is safe to retry after a lost response',
  access: 'public',
  limits: ['failures'],
  headers: { idempotencyKey: refreshKey },
  body: refreshBody,
  responses: { 200: tokenResponse },
  refusals: ['invalid_refresh_token', 'refresh_token_reused'],
  handle: async ({ body, headers, ctx }) => {
    const { idempotencyKey } = headers
    const result = await refreshSession({ refreshToken: body.refresh_token, idempotencyKey }, ctx)
    return result.ok ? { status: 200, body: presentTokens(result.session) } : result
  },
})
