'use server'

import { forgotPasswordBody } from '@/lib/identity/auth.schemas'
import { forgotPassword } from '@/lib/identity/passwords/reset-password'
import { defineAction } from '@/lib/web/define-action'

export const requestPasswordReset = defineAction({
  access: 'public',
  body: forgotPasswordBody,
  handle: ({ email, botcheck_token: botcheckToken }, { ctx }) =>
    forgotPassword({ email, botcheckToken }, ctx),
  done: (_, { body }) => ({
    redirect: '/auth/check-mail',
    notice: 'reset_sent',
    values: { email: body.email },
  }),
})
