import { defineRoute } from '@/lib/http/define-route'
import { listInbox } from '@/lib/messaging/inbox/inbox'
import { inboxItemResponse } from '@/lib/messaging/inbox/inbox.responses'
import { inboxFilterQuery } from '@/lib/messaging/inbox/inbox.schemas'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listInboxItems',
  tag: 'Inbox',
  summary: 'List your inbox, newest first',
  access: 'authenticated',
  query: inboxFilterQuery.extend(pageQuery.shape),
  responses: { 200: pageSchemaOf(inboxItemResponse) },
  handle: async ({ principal, query: { unread, ...page } }) => {
    const result = await listInbox(principal, { unreadOnly: unread ?? false, ...page })
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.items, result.nextCursor) }
  },
})
