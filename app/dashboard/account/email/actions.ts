'use server'

import { z } from 'zod'
import { cancelEmailChange, requestEmailChange } from '@/lib/identity/account/change-email'
import { emailChangeBody } from '@/lib/identity/auth.schemas'
import { fieldError } from '@/lib/platform/field-errors'
import { defineAction } from '@/lib/web/define-action'

const body = z.discriminatedUnion('intent', [
  emailChangeBody.extend({ intent: z.literal('change') }),
  z.object({ intent: z.literal('cancel') }),
])

export const changeEmail = defineAction({
  access: 'authenticated',
  body,
  handle: async (asked, { ctx, principal }) => {
    if (asked.intent === 'cancel') return cancelEmailChange(principal, ctx)
    const input = { newEmail: asked.new_email, password: asked.password }
    const outcome = await requestEmailChange(input, principal, ctx)
    // The user is signed in: unlike at sign-in, naming the faulty field reveals nothing.
    return !outcome.ok && outcome.code === 'invalid_credentials'
      ? { ...outcome, errors: [fieldError(['password'], 'wrong_password')] }
      : outcome
  },
  done: (_, { here, body: { intent } }) => ({
    redirect: here,
    notice: intent === 'cancel' ? 'email_change_cancelled' : 'confirmation_sent',
  }),
})
