import { loginBody } from '@/lib/auth/auth.schemas'
import { login } from '@/lib/auth/login'
import { defineAction } from '@/lib/web/define-action'
import { signInDone } from '@/lib/web/sign-in-done'

export const POST = defineAction({
  access: 'public',
  body: loginBody,
  keep: ['email'],
  run: ({ email, password, botcheck_token: botcheckToken }, { ctx }) =>
    login({ email, password, botcheckToken }, ctx),
  done: (signIn, { query }) => signInDone(signIn, query.get('next')),
})
