'use server'

import { z } from 'zod'
import { setContactStatus } from '@/lib/messaging/contacts/contact-messages'
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
