'use server'

import { z } from 'zod'
import { confirmPhone, removePhone, requestPhoneCode } from '@/lib/identity/account/change-phone'
import { phoneBody, phoneCodeBody } from '@/lib/messaging/sms/phone.schemas'
import { defineAction } from '@/lib/web/define-action'

export const requestCode = defineAction({
  access: 'authenticated',
  body: phoneBody,
  handle: (form, { ctx, principal }) => requestPhoneCode(form, principal, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'phone_code_sent' }),
})

export const confirmNumber = defineAction({
  access: 'authenticated',
  body: phoneCodeBody,
  handle: (form, { ctx, principal }) => confirmPhone(form, principal, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'phone_confirmed' }),
})

export const removeNumber = defineAction({
  access: 'authenticated',
  body: z.object({}),
  handle: (_, { ctx, principal }) => removePhone(principal, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'phone_removed' }),
})
