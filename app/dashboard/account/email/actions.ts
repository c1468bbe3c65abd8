'use server'

import { z } from 'zod'
import { cancelEmailChange, requestEmailChange } from '@/lib/identity/account/change-email'
import { emailChangeBody } from '@/lib/identity/auth.schemas'
import { defineAction } from '@/lib/web/define-action'
import { atPasswordField } from '@/lib/web/password-field'

const body = z.discriminatedUnion('intent', [
  emailChangeBody.extend({ intent: z.literal('change') }),
  z.object({ intent: z.literal('cancel') }),
])

export const changeEmail = defineAction({
  access: 'authenticated',
  body,
  handle: async (form, { ctx, principal }) => {
    if (form.intent === 'cancel') return cancelEmailChange(principal, ctx)
    const input = { newEmail: form.new_email, password: form.password }
    const outcome = await requestEmailChange(input, principal, ctx)
    return outcome.ok ? outcome : atPasswordField(outcome)
  },
  done: (_, { here, body: { intent } }) => ({
    redirect: here,
    notice: intent === 'cancel' ? 'email_change_canceled' : 'confirmation_sent',
  }),
})
