import { acceptedAnswer } from '@/lib/auth/auth.answers'
import { forgotPasswordBody } from '@/lib/auth/auth.schemas'
import { forgotPassword } from '@/lib/auth/forgot-password'
import { defineRoute } from '@/lib/http/define-route'

export const POST = defineRoute({
  summary: 'Ask for a password-reset mail; the answer never tells whether the address exists',
  access: 'public',
  guard: ['ip-limit'],
  body: forgotPasswordBody,
  answers: { 202: acceptedAnswer },
  handle: async ({ body, ctx }) => {
    const result = await forgotPassword(body, ctx)
    return result.ok ? { status: 202, body: { status: 'accepted' } } : result
  },
})
