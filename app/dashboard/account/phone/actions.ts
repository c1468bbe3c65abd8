'use server'

import { z } from 'zod'
import { confirmPhone, removePhone, requestPhoneCode } from '@/lib/identity/account/change-phone'
import { phoneBody, phoneCodeBody } from '@/lib/messaging/sms/phone.schemas'
import { defineAction } from '@/lib/web/define-action'

const body = z.discriminatedUnion('intent', [
  phoneBody.extend({ intent: z.enum(['request', 'resend']) }),
  phoneCodeBody.extend({ intent: z.literal('confirm') }),
  z.object({ intent: z.literal('remove') }),
])

const NOTICES = {
  request: 'phone_code_sent',
  resend: 'phone_code_sent',
  confirm: 'phone_confirmed',
  remove: 'phone_removed',
} as const

export const changePhone = defineAction({
  access: 'authenticated',
  body,
  handle: async (form, { ctx, principal }) => {
    if (form.intent === 'remove') return removePhone(principal, ctx)
    if (form.intent === 'confirm') return confirmPhone(form, principal, ctx)
    return requestPhoneCode(form, principal, ctx)
  },
  done: (_, { here, body: { intent } }) => ({ redirect: here, notice: NOTICES[intent] }),
})
