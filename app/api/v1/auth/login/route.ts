import { tokenAnswer } from '@/lib/auth/auth.answers'
import { loginBody } from '@/lib/auth/auth.schemas'
import { login } from '@/lib/auth/login'
import { defineRoute } from '@/lib/http/define-route'
import { presentTokens } from '@/lib/http/present-tokens'

export const POST = defineRoute({
  summary: 'Sign in with e-mail and password',
  access: 'public',
  guard: ['ip-limit'],
  body: loginBody,
  answers: { 200: tokenAnswer },
  refusals: [
    'botcheck_failed',
    'botcheck_unavailable',
    'invalid_credentials',
    'email_not_verified',
    'account_locked',
    'overloaded',
  ],
  handle: async ({ body: { botcheck_token: botcheckToken, ...body }, ctx }) => {
    const result = await login({ ...body, botcheckToken }, ctx)
    return result.ok ? { status: 200, body: presentTokens(result.session) } : result
  },
})
