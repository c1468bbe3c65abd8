'use server'

import { resendVerificationBody } from '@/lib/identity/auth.schemas'
import { resendVerification } from '@/lib/identity/registration/register'
import { defineAction } from '@/lib/web/define-action'

export const resendVerificationLink = defineAction({
  access: 'public',
  body: resendVerificationBody,
  handle: ({ email, botcheck_token: botcheckToken }, { ctx }) =>
    resendVerification({ email, botcheckToken }, ctx),
  done: (_, { body }) => ({
    redirect: '/auth/check-mail',
    notice: 'verification_requested',
    values: { email: body.email },
  }),
})
