import { resetPasswordBody } from '@/lib/auth/auth.schemas'
import { resetPassword } from '@/lib/auth/reset-password'
import { defineAction } from '@/lib/web/define-action'

export const POST = defineAction({
  access: 'public',
  body: resetPasswordBody,
  run: ({ token, password }, { ctx }) => resetPassword({ token, password }, ctx),
  done: () => ({ redirect: '/auth/login', flash: { notice: 'password_reset' } }),
})
