import { defineRoute } from '@/lib/http/define-route'
import { markInboxRead } from '@/lib/messaging/inbox/inbox'
import { readAllResponse } from '@/lib/messaging/inbox/inbox.responses'
import { ignoredFields } from '@/lib/platform/no-fields'

export const POST = defineRoute({
  operationId: 'markInboxRead',
  tag: 'Inbox',
  summary: 'Mark all inbox messages as read',
  access: 'authenticated',
  body: ignoredFields,
  responses: { 200: readAllResponse },
  handle: async ({ principal, ctx }) => {
    const result = await markInboxRead(principal, ctx)
    if (!result.ok) return result
    return { status: 200, body: { read: result.read, unread_count: result.unreadCount } }
  },
})
