import { defineRoute } from '@/lib/http/define-route'
import { inboxItemResponse } from '@/lib/inbox/inbox.schemas'
import { readInboxItem } from '@/lib/inbox/read-inbox-item'

export const POST = defineRoute({
  operationId: 'markInboxItemRead',
  tag: 'Inbox',
  summary: 'Mark an inbox item as read',
  access: 'authenticated',
  responses: { 200: inboxItemResponse },
  refusals: ['not_found'],
  handle: async ({ principal, params, ctx }) => {
    const result = await readInboxItem(principal, params.id ?? '', ctx)
    return result.ok ? { status: 200, body: result.item } : result
  },
})
