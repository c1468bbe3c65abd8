'use server'

import { z } from 'zod'
import { contactsAddress, readContactStatus } from '@/app/dashboard/contacts/contacts-query'
import { deleteContact, setContactStatus } from '@/lib/messaging/contacts/contact-messages'
import { CONTACT_STATUSES } from '@/lib/messaging/contacts/contacts.schemas'
import { defineAction } from '@/lib/web/define-action'

export const changeContactStatus = defineAction({
  access: { permission: 'contacts:list' },
  body: z.object({ contact_id: z.uuid(), status: z.enum(CONTACT_STATUSES) }),
  handle: ({ contact_id: contactId, status }, { ctx, principal }) =>
    setContactStatus(principal, { contactId, status }, ctx),
  done: ({ contact: { status } }, { here }) => ({
    redirect: here,
    notice: `contact_${status}`,
  }),
})

export const removeContact = defineAction({
  access: { permission: 'contacts:list' },
  alsoRequires: 'contacts:delete',
  body: z.object({ contact_id: z.uuid() }),
  handle: ({ contact_id: contactId }, { ctx, principal }) =>
    deleteContact(principal, { contactId }, ctx),
  done: (_deleted, { query }) => ({
    redirect: contactsAddress(
      readContactStatus((name) => query.get(name)),
      { cursor: query.get('cursor') },
    ),
    notice: 'contact_deleted',
  }),
})
