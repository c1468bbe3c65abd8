'use server'

import { z } from 'zod'
import { changePasswordBody } from '@/lib/identity/auth.schemas'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { sendPasswordLink } from '@/lib/identity/passwords/reset-password'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { defineAction } from '@/lib/web/define-action'
import { atPasswordField } from '@/lib/web/password-field'

const body = z.discriminatedUnion('intent', [
  changePasswordBody.extend({ intent: z.literal('change') }),
  z.object({ intent: z.literal('send_link') }),
])

export const changeOwnPassword = defineAction({
  access: 'authenticated',
  body,
  handle: async (form, { ctx, principal }) => {
    if (form.intent === 'send_link') return sendPasswordLink(principal, ctx)
    const input = { currentPassword: form.current_password, newPassword: form.new_password }
    const outcome = await changePassword(input, principal, ctx)
    return outcome.ok ? outcome : atPasswordField(outcome, 'current_password')
  },
  done: ({ session }: { session?: IssuedSession }, { here }) => ({
    redirect: here,
    session,
    notice: session ? 'password_changed' : 'link_sent',
    inPlace: true,
  }),
})
