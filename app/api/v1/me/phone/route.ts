import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'
import { removePhone, requestPhoneCode } from '@/lib/identity/account/change-phone'
import { phoneCodeResponse } from '@/lib/identity/account/own-account.responses'
import { phoneBody } from '@/lib/messaging/sms/phone.schemas'

export const POST = defineRoute({
  operationId: 'requestPhoneChange',
  tag: 'Account',
  summary:
    'Add or change your phone number: we text it a code and keep the confirmed number until the new one is confirmed',
  access: 'authenticated',
  headers: { versions: ifMatch },
  body: phoneBody,
  responses: { 202: phoneCodeResponse },
  refusals: ['precondition_failed', 'phone_budget_exceeded', 'sms_unavailable'],
  handle: async ({ body, headers: { versions }, principal, ctx }) => {
    const result = await requestPhoneCode({ ...body, versions }, principal, ctx)
    if (!result.ok) return result
    const headers = { etag: entityTag(result.version) }
    return { status: 202, body: { status: 'code_sent' }, headers }
  },
})

export const DELETE = defineRoute({
  operationId: 'removePhone',
  tag: 'Account',
  summary: 'Remove your phone number and any pending change',
  access: 'authenticated',
  headers: { versions: ifMatch },
  responses: { 204: null },
  refusals: ['precondition_failed'],
  handle: async ({ headers, principal, ctx }) => {
    const result = await removePhone(principal, ctx, headers)
    if (!result.ok) return result
    return { status: 204, body: null, headers: { etag: entityTag(result.version) } }
  },
})
