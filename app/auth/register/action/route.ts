import { registerBody } from '@/lib/auth/auth.schemas'
import { register } from '@/lib/auth/register'
import { newSecretToken } from '@/lib/platform/crypto'
import { defineAction } from '@/lib/web/define-action'
import { registrationCookieOf, registrationSetCookie } from '@/lib/web/registration-cookie'

export const POST = defineAction({
  access: 'public',
  body: registerBody,
  keep: ['email', 'name'],
  run: async ({ email, password, name, botcheck_token: botcheckToken }, { ctx, cookieHeader }) => {
    const browser = registrationCookieOf(cookieHeader) ?? newSecretToken()
    const registered = await register({ email, password, name, botcheckToken, browser }, ctx)
    return registered.ok ? { ok: true, browser } : registered
  },
  done: ({ browser }, { body }) => ({
    redirect: '/auth/check-mail',
    flash: { notice: 'verification_required', values: { email: body.email } },
    cookies: [registrationSetCookie(browser)],
  }),
})
