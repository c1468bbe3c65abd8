'use server'

import { confirmExternalSignIn } from '@/lib/auth/confirm-external-sign-in'
import { confirmEmailBody } from '@/lib/auth/own-account.schemas'
import { failedSignInPath } from '@/lib/web/begin-external-sign-in'
import { defineAction } from '@/lib/web/define-action'
import { oauthBrowserOf } from '@/lib/web/oauth-cookie'
import { signInDone } from '@/lib/web/sign-in-done'

export const confirmSignIn = defineAction({
  access: 'public',
  body: confirmEmailBody,
  handle: ({ token }, { ctx, cookieHeader }) =>
    confirmExternalSignIn({ token, browser: oauthBrowserOf(cookieHeader) }, ctx),
  done: (confirmed) =>
    'signIn' in confirmed
      ? signInDone(confirmed.signIn, confirmed.nextPath)
      : { redirect: failedSignInPath(confirmed.refused, confirmed.nextPath) },
})
