'use server'

import { verifyEmailBody } from '@/lib/identity/auth.schemas'
import { verifyEmail as verify } from '@/lib/identity/registration/verify-email'
import { defineAction } from '@/lib/web/define-action'
import { HOME } from '@/lib/web/safe-redirect'
import { registrationCookie } from '@/lib/web/sign-in-cookies'

export const verifyEmail = defineAction({
  access: 'public',
  body: verifyEmailBody,
  handle: (link, { cookieHeader, ctx }) =>
    verify(link, ctx, { browser: registrationCookie.read(cookieHeader) }),
  done: ({ session, awaitsApproval }) =>
    session
      ? { redirect: HOME, session, notice: 'email_verified' }
      : {
          redirect: '/auth/login',
          notice: awaitsApproval ? 'awaits_approval' : 'email_verified',
        },
})
