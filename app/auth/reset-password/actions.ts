'use server'

import { resetPasswordBody } from '@/lib/identity/auth.schemas'
import { resetPassword as reset } from '@/lib/identity/passwords/reset-password'
import { defineAction } from '@/lib/web/define-action'

export const resetPassword = defineAction({
  access: 'public',
  body: resetPasswordBody,
  handle: ({ token, password }, { ctx }) => reset({ token, password }, ctx),
  done: () => ({ redirect: '/auth/login', notice: 'password_reset' }),
})
