import { registerBody } from '@/lib/auth/auth.schemas'
import { register } from '@/lib/auth/register'
import { defineAction } from '@/lib/web/define-action'

export const POST = defineAction({
  access: 'public',
  body: registerBody,
  keep: ['email', 'name'],
  run: ({ email, password, name, botcheck_token: botcheckToken }, { ctx }) =>
    register({ email, password, name, botcheckToken }, ctx),
  done: (_, { body }) => ({
    redirect: '/auth/check-mail',
    flash: { notice: 'verification_required', values: { email: body.email } },
  }),
})
