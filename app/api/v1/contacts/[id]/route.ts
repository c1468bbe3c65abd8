import { defineRoute } from '@/lib/http/define-route'
import { deleteContact, setContactStatus } from '@/lib/messaging/contacts/contact-messages'
import { contactResponse } from '@/lib/messaging/contacts/contacts.responses'
import { contactStatusBody } from '@/lib/messaging/contacts/contacts.schemas'

export const PATCH = defineRoute({
  operationId: 'updateContactMessage',
  tag: 'Contact messages',
  summary: 'Mark a contact message as new, read, or archived',
  params: ['id'],
  access: { permission: 'contacts:list' },
  body: contactStatusBody,
  responses: { 200: contactResponse },
  refusals: ['not_found'],
  handle: async ({ principal, params, body: { status }, ctx }) => {
    const result = await setContactStatus(principal, { contactId: params.id, status }, ctx)
    return result.ok ? { status: 200, body: result.contact } : result
  },
})

export const DELETE = defineRoute({
  operationId: 'deleteContactMessage',
  tag: 'Contact messages',
  summary: 'Delete a contact message for good',
  params: ['id'],
  access: { permission: 'contacts:delete' },
  responses: { 204: null },
  refusals: ['not_found'],
  handle: async ({ principal, params, ctx }) => {
    const result = await deleteContact(principal, params.id, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
