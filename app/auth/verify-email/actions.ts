'use server'

import { verifyEmailBody } from '@/lib/identity/auth.schemas'
import { verifyEmail as verify } from '@/lib/identity/registration/verify-email'
import { defineAction } from '@/lib/web/define-action'
import { replaceSession } from '@/lib/web/replace-session'
import { HOME } from '@/lib/web/safe-redirect'
import { registrationCookie } from '@/lib/web/sign-in-cookies'

export const verifyEmail = defineAction({
  access: 'public',
  body: verifyEmailBody,
  handle: async (link, call) => {
    const browser = registrationCookie.read(call.cookieHeader)
    return replaceSession(await verify(link, call.ctx, { browser }), call)
  },
  done: ({ session, awaitsApproval }) =>
    session
      ? { redirect: HOME, session, notice: 'email_verified' }
      : {
          redirect: '/auth/login',
          notice: awaitsApproval ? 'awaits_approval' : 'email_verified',
        },
})
