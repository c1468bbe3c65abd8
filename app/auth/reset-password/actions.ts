'use server'

import { resetPasswordBody } from '@/lib/auth/auth.schemas'
import { resetPassword as reset } from '@/lib/auth/reset-password'
import { defineAction } from '@/lib/web/define-action'

export const resetPassword = defineAction({
  access: 'public',
  body: resetPasswordBody,
  handle: ({ token, password }, { ctx }) => reset({ token, password }, ctx),
  done: () => ({ redirect: '/auth/login', notice: 'password_reset' }),
})
