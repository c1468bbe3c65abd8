'use server'

import {
  emailCodeBody,
  emailCodeLinkBody,
  enterEmailCodeBody,
} from '@/lib/identity/email-code/email-code.schemas'
import { requestEmailCode } from '@/lib/identity/email-code/request-code'
import {
  signInWithEmailCode,
  signInWithEmailLink,
} from '@/lib/identity/email-code/sign-in-with-code'
import type { SignIn } from '@/lib/identity/sign-in/complete-sign-in'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse } from '@/lib/platform/problems'
import { defineAction } from '@/lib/web/define-action'
import type { ActionSuccess } from '@/lib/web/form-outcome'
import { safeNextPath, withNext } from '@/lib/web/safe-redirect'
import { emailCodeCookie } from '@/lib/web/sign-in-cookies'
import { signInSuccess } from '@/lib/web/sign-in-steps'

export const requestCode = defineAction({
  access: 'public',
  body: emailCodeBody,
  handle: ({ email, botcheck_token: botcheckToken }, { ctx, query }) =>
    requestEmailCode({ email, botcheckToken, nextPath: safeNextPath(query.get('next')) }, ctx),
  done: ({ secret }, { query }) => ({
    redirect: withNext('/auth/email-code/enter', query.get('next')),
    cookies: [emailCodeCookie.set(secret)],
  }),
})

export const enterCode = defineAction({
  access: 'public',
  body: enterEmailCodeBody,
  handle: async ({ code }, call) => {
    const secret = emailCodeCookie.read(call.cookieHeader)
    const outcome = secret
      ? await signInWithEmailCode({ secret, code }, call.ctx)
      : refuse('invalid_email_code')
    return !outcome.ok && outcome.code === 'invalid_email_code'
      ? { ...outcome, errors: [fieldError(['code'], 'wrong_code')] }
      : outcome
  },
  done: finish,
})

export const openLink = defineAction({
  access: 'public',
  body: emailCodeLinkBody,
  handle: ({ token }, { cookieHeader, ctx }) =>
    signInWithEmailLink({ token, secret: emailCodeCookie.read(cookieHeader) }, ctx),
  done: finish,
})

function finish(by: { signIn: SignIn; nextPath: string | null }): ActionSuccess {
  const success = signInSuccess(by.signIn, by.nextPath)
  return { ...success, cookies: [...(success.cookies ?? []), emailCodeCookie.cleared()] }
}
