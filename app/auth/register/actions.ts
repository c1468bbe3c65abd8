'use server'

import { registerBody } from '@/lib/identity/auth.schemas'
import { register as registerUser } from '@/lib/identity/registration/register'
import { newSecretToken } from '@/lib/platform/crypto'
import { defineAction } from '@/lib/web/define-action'
import { registrationCookieOf, registrationSetCookie } from '@/lib/web/sign-in-steps'

export const register = defineAction({
  access: 'public',
  body: registerBody,
  handle: async (
    { email, password, name, botcheck_token: botcheckToken },
    { ctx, cookieHeader },
  ) => {
    const browser = registrationCookieOf(cookieHeader) ?? newSecretToken()
    const registered = await registerUser({ email, password, name, botcheckToken, browser }, ctx)
    return registered.ok ? { ok: true, browser } : registered
  },
  done: ({ browser }: { browser: string }, { body }) => ({
    redirect: '/auth/check-mail',
    notice: 'verification_required',
    values: { email: body.email },
    cookies: [registrationSetCookie(browser)],
  }),
})
