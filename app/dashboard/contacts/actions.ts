'use server'

import { z } from 'zod'
import { CONTACT_STATUSES } from '@/lib/contacts/contacts.schemas'
import { setContactStatus } from '@/lib/contacts/set-contact-status'
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
