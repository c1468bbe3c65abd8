'use server'

import { loginBody } from '@/lib/auth/auth.schemas'
import { login } from '@/lib/auth/login'
import { defineAction } from '@/lib/web/define-action'
import { signInDone } from '@/lib/web/sign-in-done'

export const signIn = defineAction({
  access: 'public',
  body: loginBody,
  handle: ({ email, password, botcheck_token: botcheckToken }, { ctx }) =>
    login({ email, password, botcheckToken }, ctx),
  done: (signIn, { query }) => signInDone(signIn, query.get('next')),
})
