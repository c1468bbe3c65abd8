'use server'

import { verifyEmailBody } from '@/lib/auth/auth.schemas'
import { verifyEmail as verify } from '@/lib/auth/verify-email'
import { defineAction } from '@/lib/web/define-action'
import { registrationCookieOf } from '@/lib/web/registration-cookie'
import { HOME } from '@/lib/web/safe-redirect'

export const verifyEmail = defineAction({
  access: 'public',
  body: verifyEmailBody,
  handle: (link, { ctx, cookieHeader }) => verify(link, ctx, { browser: registrationCookieOf(cookieHeader) }),
  done: ({ session }) =>
    session ? { redirect: HOME, session } : { redirect: '/auth/login', notice: 'email_verified' },
})
