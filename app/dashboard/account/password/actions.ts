'use server'

import { z } from 'zod'
import { changePasswordBody } from '@/lib/identity/auth.schemas'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { sendPasswordLink } from '@/lib/identity/passwords/reset-password'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { defineAction } from '@/lib/web/define-action'

const WRONG = {
  pointer: '/current_password',
  code: 'wrong_password',
  detail: 'Your current password is incorrect.',
}

const body = z.discriminatedUnion('intent', [
  changePasswordBody.extend({ intent: z.literal('change') }),
  z.object({ intent: z.literal('send_link') }),
])

export const changeOwnPassword = defineAction({
  access: 'authenticated',
  body,
  handle: async (asked, { ctx, principal }) => {
    if (asked.intent === 'send_link') return sendPasswordLink(principal, ctx)
    const input = { currentPassword: asked.current_password, newPassword: asked.new_password }
    const outcome = await changePassword(input, principal, ctx)
    // The user is signed in: unlike at sign-in, naming the faulty field reveals nothing.
    return !outcome.ok && outcome.code === 'invalid_credentials'
      ? { ...outcome, errors: [WRONG] }
      : outcome
  },
  done: ({ session }: { session?: IssuedSession }, { here }) => ({
    redirect: here,
    session,
    notice: session ? 'password_changed' : 'link_sent',
    inPlace: true,
  }),
})
