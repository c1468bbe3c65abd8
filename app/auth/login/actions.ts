'use server'

import { z } from 'zod'
import { loginBody } from '@/lib/identity/auth.schemas'
import { assertionField } from '@/lib/identity/passkeys/passkeys.schemas'
import { signInWithPasskey } from '@/lib/identity/passkeys/sign-in-with-passkey'
import { login } from '@/lib/identity/sign-in/login'
import { refuse } from '@/lib/platform/problems'
import { defineAction } from '@/lib/web/define-action'
import { passkeyCookie } from '@/lib/web/sign-in-cookies'
import { signInSuccess } from '@/lib/web/sign-in-steps'

export const signIn = defineAction({
  access: 'public',
  body: loginBody,
  handle: ({ email, password, botcheck_token: botcheckToken }, { ctx }) =>
    login({ email, password, botcheckToken }, ctx),
  done: (signIn, { query }) => signInSuccess(signIn, query.get('next')),
})

export const passkeySignIn = defineAction({
  access: 'public',
  body: z.object({ passkey: assertionField }),
  handle: async ({ passkey }, call) => {
    const secret = passkeyCookie.read(call.cookieHeader)
    return secret ? signInWithPasskey({ passkey, secret }, call.ctx) : refuse('passkey_refused')
  },
  done: (signIn, { query }) => signInSuccess(signIn, query.get('next')),
})
