'use server'

import { z } from 'zod'
import { changePasswordBody } from '@/lib/identity/auth.schemas'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { sendPasswordLink } from '@/lib/identity/passwords/reset-password'
import { defineAction } from '@/lib/web/define-action'
import { atPasswordField } from '@/lib/web/password-field'

export const savePassword = defineAction({
  access: 'authenticated',
  body: changePasswordBody,
  handle: async (form, { ctx, principal }) => {
    const input = { currentPassword: form.current_password, newPassword: form.new_password }
    const changed = await changePassword(input, principal, ctx)
    return changed.ok ? changed : atPasswordField(changed, 'current_password')
  },
  done: ({ session }, { here }) => ({
    redirect: here,
    session,
    notice: 'password_changed',
    inPlace: true,
  }),
})

/** For an account without a password. */
export const sendLink = defineAction({
  access: 'authenticated',
  body: z.object({}),
  handle: (_, { ctx, principal }) => sendPasswordLink(principal, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'link_sent', inPlace: true }),
})
