import { pageOf } from '@/lib/auth/auth.answers'
import { contactAnswer, contactListFields } from '@/lib/contacts/contacts.schemas'
import { listContacts } from '@/lib/contacts/list-contacts'
import { defineRoute } from '@/lib/http/define-route'
import { pageQuery } from '@/lib/http/page-query'

export const GET = defineRoute({
  summary: 'List contact messages, newest first',
  access: { permission: 'contacts:list' },
  query: pageQuery.extend(contactListFields),
  answers: { 200: pageOf(contactAnswer) },
  handle: async ({ query }) => {
    const result = await listContacts(query)
    if (!result.ok) return result
    const page = { next_cursor: result.nextCursor, has_more: result.nextCursor !== null }
    return { status: 200, body: { data: result.contacts, page } }
  },
})
