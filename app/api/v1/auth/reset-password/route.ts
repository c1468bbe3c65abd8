import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { resetPasswordBody } from '@/lib/identity/auth.schemas'
import { resetPassword } from '@/lib/identity/passwords/reset-password'

export const POST = defineRoute({
  operationId: 'resetPassword',
  tag: 'Authentication',
  summary: 'Set a new password with the token of a reset email; ends every session',
  access: 'public',
  headers: { deviceToken },
  body: resetPasswordBody,
  responses: { 204: null },
  refusals: ['invalid_or_expired_token', 'password_too_weak', 'overloaded'],
  handle: async ({ body, ctx }) => {
    const result = await resetPassword(body, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
