import { resendVerificationBody } from '@/lib/auth/auth.schemas'
import { resendVerification } from '@/lib/auth/resend-verification'
import { defineAction } from '@/lib/web/define-action'

export const POST = defineAction({
  access: 'public',
  body: resendVerificationBody,
  keep: ['email'],
  run: ({ email, botcheck_token: botcheckToken }, { ctx }) =>
    resendVerification({ email, botcheckToken }, ctx),
  done: (_, { body }) => ({
    redirect: '/auth/check-mail',
    flash: { notice: 'verification_requested', values: { email: body.email } },
  }),
})
