import { verifyEmailBody } from '@/lib/auth/auth.schemas'
import { verifyEmail } from '@/lib/auth/verify-email'
import { defineAction } from '@/lib/web/define-action'
import { registrationCookieOf } from '@/lib/web/registration-cookie'
import { HOME } from '@/lib/web/safe-redirect'

export const POST = defineAction({
  access: 'public',
  body: verifyEmailBody,
  run: (link, { ctx, cookieHeader }) =>
    verifyEmail(link, ctx, { browser: registrationCookieOf(cookieHeader) }),
  done: ({ session }) =>
    session ? { redirect: HOME, session } : { redirect: '/auth/login', flash: { notice: 'email_verified' } },
})
