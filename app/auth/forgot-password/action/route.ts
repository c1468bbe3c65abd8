import { forgotPasswordBody } from '@/lib/auth/auth.schemas'
import { forgotPassword } from '@/lib/auth/forgot-password'
import { defineAction } from '@/lib/web/define-action'

export const POST = defineAction({
  access: 'public',
  body: forgotPasswordBody,
  keep: ['email'],
  run: ({ email, botcheck_token: botcheckToken }, { ctx }) => forgotPassword({ email, botcheckToken }, ctx),
  done: (_, { body }) => ({
    redirect: '/auth/check-mail',
    flash: { notice: 'reset_sent', values: { email: body.email } },
  }),
})
