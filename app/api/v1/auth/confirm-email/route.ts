import { defineRoute } from '@/lib/http/define-route'
import { confirmEmailChange } from '@/lib/identity/account/change-email'
import { confirmedResponse } from '@/lib/identity/auth.responses'
import { tokenBody } from '@/lib/identity/auth.schemas'

export const POST = defineRoute({
  operationId: 'confirmEmailChange',
  tag: 'Account',
  summary: 'Confirm a new email address with the token sent to it',
  access: 'public',
  body: tokenBody,
  responses: { 200: confirmedResponse },
  refusals: ['invalid_or_expired_token'],
  handle: async ({ body, ctx }) => {
    const result = await confirmEmailChange(body, ctx)
    return result.ok ? { status: 200, body: { user: result.user } } : result
  },
})
