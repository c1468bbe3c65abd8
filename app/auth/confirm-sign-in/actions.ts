'use server'

import { tokenBody } from '@/lib/identity/auth.schemas'
import { confirmExternalSignIn } from '@/lib/identity/oauth/confirm-sign-in'
import { defineAction } from '@/lib/web/define-action'
import { loginPath } from '@/lib/web/safe-redirect'
import { oauthCookie } from '@/lib/web/sign-in-cookies'
import { signInSuccess } from '@/lib/web/sign-in-steps'

export const confirmSignIn = defineAction({
  access: 'public',
  body: tokenBody,
  handle: ({ token }, { cookieHeader, ctx }) =>
    confirmExternalSignIn({ token, browser: oauthCookie.read(cookieHeader) }, ctx),
  done: (confirmed) =>
    'signIn' in confirmed
      ? signInSuccess(confirmed.signIn, confirmed.nextPath)
      : { redirect: loginPath(confirmed.nextPath, confirmed.refused) },
})
