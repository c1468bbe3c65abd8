import { defineRoute } from '@/lib/http/define-route'
import { listContacts } from '@/lib/messaging/contacts/contact-messages'
import { contactResponse } from '@/lib/messaging/contacts/contacts.responses'
import { contactListFields } from '@/lib/messaging/contacts/contacts.schemas'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listContactMessages',
  tag: 'Contact messages',
  summary: 'List contact messages, newest first',
  access: { permission: 'contacts:list' },
  query: pageQuery.extend(contactListFields),
  responses: { 200: pageSchemaOf(contactResponse) },
  handle: async ({ query }) => {
    const result = await listContacts(query)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.contacts, result.nextCursor) }
  },
})
