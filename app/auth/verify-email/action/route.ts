import { verifyEmailBody } from '@/lib/auth/auth.schemas'
import { verifyEmail } from '@/lib/auth/verify-email'
import { defineAction } from '@/lib/web/define-action'

export const POST = defineAction({
  access: 'public',
  body: verifyEmailBody,
  run: ({ token }, { ctx }) => verifyEmail({ token }, ctx),
  done: () => ({ redirect: '/auth/login', flash: { notice: 'email_verified' } }),
})
