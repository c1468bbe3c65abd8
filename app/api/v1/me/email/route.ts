import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { cancelEmailChange, requestEmailChange } from '@/lib/identity/account/change-email'
import { emailChangeResponse } from '@/lib/identity/account/own-account.responses'
import { emailChangeBody, OWNER_PROOF_REFUSALS } from '@/lib/identity/auth.schemas'

export const POST = defineRoute({
  operationId: 'requestEmailChange',
  tag: 'Account',
  summary:
    'Request an email address change: takes effect when the link sent to the new address is opened; the old address is notified',
  access: 'authenticated',
  headers: { deviceToken },
  body: emailChangeBody,
  responses: { 202: emailChangeResponse },
  refusals: OWNER_PROOF_REFUSALS,
  handle: async ({ body, principal, ctx }) => {
    const input = { newEmail: body.new_email, password: body.password }
    const result = await requestEmailChange(input, principal, ctx)
    return result.ok ? { status: 202, body: { status: 'confirmation_sent' } } : result
  },
})

export const DELETE = defineRoute({
  operationId: 'cancelEmailChange',
  tag: 'Account',
  summary: 'Cancel a pending email address change',
  access: 'authenticated',
  responses: { 204: null },
  handle: async ({ principal, ctx }) => {
    const result = await cancelEmailChange(principal, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
