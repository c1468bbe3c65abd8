import { defineRoute } from '@/lib/http/define-route'
import { deleteInboxItem } from '@/lib/messaging/inbox/inbox'

export const DELETE = defineRoute({
  operationId: 'deleteInboxItem',
  tag: 'Inbox',
  summary: 'Delete an inbox message',
  params: ['id'],
  access: 'authenticated',
  responses: { 204: null },
  refusals: ['not_found'],
  handle: async ({ principal, params }) => {
    const result = await deleteInboxItem(principal, params.id)
    return result.ok ? { status: 204, body: null } : result
  },
})
