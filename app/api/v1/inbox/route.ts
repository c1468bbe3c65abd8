import { pageOf } from '@/lib/auth/auth.answers'
import { defineRoute } from '@/lib/http/define-route'
import { pageQuery } from '@/lib/http/page-query'
import { inboxFilterQuery, inboxItemAnswer } from '@/lib/inbox/inbox.schemas'
import { listInbox } from '@/lib/inbox/list-inbox'

export const GET = defineRoute({
  summary: 'List your inbox, newest first',
  access: 'authenticated',
  query: inboxFilterQuery.extend(pageQuery.shape),
  answers: { 200: pageOf(inboxItemAnswer) },
  handle: async ({ principal, query: { unread, ...asked } }) => {
    const result = await listInbox(principal, { unreadOnly: unread === 'true', ...asked })
    if (!result.ok) return result
    const page = { next_cursor: result.nextCursor, has_more: result.nextCursor !== null }
    return { status: 200, body: { data: result.items, page } }
  },
})
