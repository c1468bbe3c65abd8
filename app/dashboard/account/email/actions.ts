'use server'

import { z } from 'zod'
import { cancelEmailChange, requestEmailChange } from '@/lib/identity/account/change-email'
import { emailChangeBody } from '@/lib/identity/auth.schemas'
import { defineAction } from '@/lib/web/define-action'
import { atPasswordField } from '@/lib/web/password-field'

export const requestChange = defineAction({
  access: 'authenticated',
  body: emailChangeBody,
  handle: async ({ new_email: newEmail, password }, { ctx, principal }) => {
    const requested = await requestEmailChange({ newEmail, password }, principal, ctx)
    return requested.ok ? requested : atPasswordField(requested)
  },
  done: (_, { here }) => ({ redirect: here, notice: 'confirmation_sent' }),
})

export const cancelChange = defineAction({
  access: 'authenticated',
  body: z.object({}),
  handle: (_, { ctx, principal }) => cancelEmailChange(principal, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'email_change_canceled' }),
})
