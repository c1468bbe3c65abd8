'use server'

import { z } from 'zod'
import { registerBody } from '@/lib/identity/auth.schemas'
import { register as registerUser } from '@/lib/identity/registration/register'
import { newSecretToken } from '@/lib/platform/crypto'
import { defineAction } from '@/lib/web/define-action'
import {
  atProfileInputs,
  gatherProfile,
  profileFromForm,
  typedProfile,
} from '@/lib/web/profile-forms'
import { registrationCookie } from '@/lib/web/sign-in-cookies'

export const register = defineAction({
  access: 'public',
  body: z.preprocess(gatherProfile, registerBody.extend({ profile: typedProfile })),
  handle: async (
    { email, password, name, profile: typed, botcheck_token: botcheckToken },
    { ctx, cookieHeader },
  ) => {
    const browser = registrationCookie.read(cookieHeader) ?? newSecretToken()
    const profile = () => profileFromForm(typed)
    const input = { email, password, name, profile, botcheckToken, browser }
    const registered = await registerUser(input, ctx)
    return registered.ok ? { ok: true, browser } : atProfileInputs(registered)
  },
  done: ({ browser }: { browser: string }, { body }) => ({
    redirect: '/auth/check-mail',
    notice: 'verification_required',
    values: { email: body.email },
    cookies: [registrationCookie.set(browser)],
  }),
})
