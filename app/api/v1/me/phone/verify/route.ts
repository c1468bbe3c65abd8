import { profileResponse } from '@/lib/accounts/present-profile'
import { defineRoute } from '@/lib/http/define-route'
import { confirmPhone } from '@/lib/identity/account/change-phone'
import { phoneCodeBody } from '@/lib/messaging/sms/phone.schemas'

export const POST = defineRoute({
  operationId: 'verifyPhone',
  tag: 'Account',
  summary: 'Confirm your phone number with the code sent to it: 5 attempts within 10 minutes',
  access: 'authenticated',
  body: phoneCodeBody,
  responses: { 200: profileResponse },
  handle: async ({ body, principal, ctx }) => {
    const result = await confirmPhone(body, principal, ctx)
    return result.ok ? { status: 200, body: result.user } : result
  },
})
