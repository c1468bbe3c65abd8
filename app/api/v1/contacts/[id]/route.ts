import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'
import { deleteContact, setContactStatus } from '@/lib/messaging/contacts/contact-messages'
import { contactResponse } from '@/lib/messaging/contacts/contacts.responses'
import { contactStatusBody } from '@/lib/messaging/contacts/contacts.schemas'

export const PATCH = defineRoute({
  operationId: 'updateContactMessage',
  tag: 'Contact messages',
  summary: 'Mark a contact message as new, read, or archived',
  params: ['id'],
  access: { permission: 'contacts:list' },
  headers: { versions: ifMatch },
  body: contactStatusBody,
  responses: { 200: contactResponse },
  refusals: ['not_found', 'precondition_failed'],
  handle: async ({ principal, params, body: { status }, headers, ctx }) => {
    const input = { contactId: params.id, versions: headers.versions, status }
    const result = await setContactStatus(principal, input, ctx)
    if (!result.ok) return result
    const { contact } = result
    return { status: 200, body: contact, headers: { etag: entityTag(contact.version) } }
  },
})

export const DELETE = defineRoute({
  operationId: 'deleteContactMessage',
  tag: 'Contact messages',
  summary: 'Delete a contact message for good',
  params: ['id'],
  access: { permission: 'contacts:delete' },
  headers: { versions: ifMatch },
  responses: { 204: null },
  refusals: ['not_found', 'precondition_failed'],
  handle: async ({ principal, params, headers, ctx }) => {
    const input = { contactId: params.id, versions: headers.versions }
    const result = await deleteContact(principal, input, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
