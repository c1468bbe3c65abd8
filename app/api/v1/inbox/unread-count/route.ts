import { defineRoute } from '@/lib/http/define-route'
import { findUnreadCount } from '@/lib/messaging/inbox/inbox'
import { unreadCountResponse } from '@/lib/messaging/inbox/inbox.responses'

export const GET = defineRoute({
  operationId: 'countUnreadInboxItems',
  tag: 'Inbox',
  summary: 'Count your unread inbox messages',
  access: 'authenticated',
  responses: { 200: unreadCountResponse },
  handle: async ({ principal }) => ({
    status: 200,
    body: { unread_count: await findUnreadCount(principal.userId) },
  }),
})
