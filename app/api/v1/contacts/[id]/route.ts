import { contactResponse, contactStatusBody } from '@/lib/contacts/contacts.schemas'
import { setContactStatus } from '@/lib/contacts/set-contact-status'
import { defineRoute } from '@/lib/http/define-route'

export const PATCH = defineRoute({
  operationId: 'updateContactMessage',
  tag: 'Contact messages',
  summary: 'Mark a contact message as new, read or archived',
  access: { permission: 'contacts:list' },
  body: contactStatusBody,
  responses: { 200: contactResponse },
  refusals: ['not_found'],
  handle: async ({ principal, params, body: { status }, ctx }) => {
    const result = await setContactStatus(principal, { contactId: params.id!, status }, ctx)
    return result.ok ? { status: 200, body: result.contact } : result
  },
})
