import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { presentTokens } from '@/lib/identity/sessions/establish-session'
import { tokenResponse } from '@/lib/identity/auth.responses'
import { changePasswordBody } from '@/lib/identity/auth.schemas'
import { changePassword } from '@/lib/identity/passwords/change-password'

export const POST = defineRoute({
  operationId: 'changePassword',
  tag: 'Authentication',
  summary: 'Change your password; this session gets new tokens and all others end',
  access: 'authenticated',
  headers: { deviceToken },
  body: changePasswordBody,
  responses: { 200: tokenResponse },
  refusals: ['invalid_credentials', 'password_too_weak', 'account_locked', 'overloaded'],
  handle: async ({ body, principal, ctx }) => {
    const input = { currentPassword: body.current_password, newPassword: body.new_password }
    const result = await changePassword(input, principal, ctx)
    return result.ok ? { status: 200, body: presentTokens(result.session) } : result
  },
})
