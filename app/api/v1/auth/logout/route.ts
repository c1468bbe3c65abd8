import { bearerToken } from '@/lib/http/api-request'
import { defineRoute } from '@/lib/http/define-route'
import { logoutBody } from '@/lib/identity/auth.schemas'
import { logout } from '@/lib/identity/sign-in/logout'

export const POST = defineRoute({
  operationId: 'signOut',
  tag: 'Authentication',
  summary:
    'Sign out the session of a refresh token (of any generation) or of the Bearer token; with `all: true` in the body, every session',
  access: 'public',
  limits: ['failures'],
  body: logoutBody,
  responses: { 204: null },
  handle: async ({ body, request, ctx }) => {
    const bearer = bearerToken(request)
    const accessToken = bearer.ok ? bearer.token : null
    const result = await logout(
      { refreshToken: body.refresh_token, accessToken, all: body.all },
      ctx,
    )
    return result.ok ? { status: 204, body: null, failed: !result.ended } : result
  },
})
