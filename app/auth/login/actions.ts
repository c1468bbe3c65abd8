'use server'

import { loginBody } from '@/lib/identity/auth.schemas'
import { login } from '@/lib/identity/sign-in/login'
import { defineAction } from '@/lib/web/define-action'
import { signInSuccess } from '@/lib/web/sign-in-steps'

export const signIn = defineAction({
  access: 'public',
  body: loginBody,
  handle: ({ email, password, botcheck_token: botcheckToken }, { ctx }) =>
    login({ email, password, botcheckToken }, ctx),
  done: (signIn, { query }) => signInSuccess(signIn, query.get('next')),
})
