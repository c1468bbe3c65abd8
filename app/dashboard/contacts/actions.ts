'use server'

import { z } from 'zod'
import { contactsAddress, readContactStatus } from '@/app/dashboard/contacts/contacts-query'
import { deleteContact, setContactStatus } from '@/lib/messaging/contacts/contact-messages'
import { CONTACT_STATUSES } from '@/lib/messaging/contacts/contacts.schemas'
import { defineAction } from '@/lib/web/define-action'
import { formVersion } from '@/lib/web/form-version'

const onMessage = { contact_id: z.uuid(), version: formVersion }

export const changeContactStatus = defineAction({
  access: { permission: 'contacts:list' },
  body: z.object({ ...onMessage, status: z.enum(CONTACT_STATUSES) }),
  handle: ({ contact_id: contactId, version, status }, { ctx, principal }) =>
    setContactStatus(principal, { contactId, versions: [version], status }, ctx),
  done: ({ contact: { status } }, { here }) => ({
    redirect: here,
    notice: `contact_${status}`,
  }),
})

export const removeContact = defineAction({
  access: { permission: 'contacts:list' },
  alsoRequires: 'contacts:delete',
  body: z.object(onMessage),
  handle: ({ contact_id: contactId, version }, { ctx, principal }) =>
    deleteContact(principal, { contactId, versions: [version] }, ctx),
  done: (_deleted, { query }) => ({
    redirect: contactsAddress(
      readContactStatus((name) => query.get(name)),
      { cursor: query.get('cursor') },
    ),
    notice: 'contact_deleted',
  }),
})
