import { profileResponse } from '@/lib/accounts/present-profile'
import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'
import { confirmPhone } from '@/lib/identity/account/change-phone'
import { phoneCodeBody } from '@/lib/messaging/sms/phone.schemas'

export const POST = defineRoute({
  operationId: 'verifyPhone',
  tag: 'Account',
  summary: 'Confirm your phone number with the code sent to it: 5 attempts within 10 minutes',
  access: 'authenticated',
  headers: { versions: ifMatch },
  body: phoneCodeBody,
  responses: { 200: profileResponse },
  refusals: ['precondition_failed'],
  handle: async ({ body, headers, principal, ctx }) => {
    const result = await confirmPhone({ ...body, ...headers }, principal, ctx)
    if (!result.ok) return result
    return { status: 200, body: result.user, headers: { etag: entityTag(result.version) } }
  },
})
