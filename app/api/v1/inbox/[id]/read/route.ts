import { defineRoute } from '@/lib/http/define-route'
import { markInboxItemRead } from '@/lib/messaging/inbox/inbox'
import { inboxItemResponse } from '@/lib/messaging/inbox/inbox.responses'
import { ignoredFields } from '@/lib/platform/no-fields'

export const POST = defineRoute({
  operationId: 'markInboxItemRead',
  tag: 'Inbox',
  summary: 'Mark an inbox message as read',
  params: ['id'],
  access: 'authenticated',
  body: ignoredFields,
  responses: { 200: inboxItemResponse },
  refusals: ['not_found'],
  handle: async ({ principal, params, ctx }) => {
    const result = await markInboxItemRead(principal, params.id, ctx)
    return result.ok ? { status: 200, body: result.item } : result
  },
})
