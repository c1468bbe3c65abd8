'use server'

import { contactBody } from '@/lib/contacts/contacts.schemas'
import { sendContactMessage } from '@/lib/contacts/send-contact-message'
import { defineAction } from '@/lib/web/define-action'

export const sendMessage = defineAction({
  access: 'public',
  body: contactBody,
  handle: ({ botcheck_token: botcheckToken, ...contact }, { ctx }) =>
    sendContactMessage({ ...contact, botcheckToken }, ctx),
  done: (_, { body: { email } }) => ({
    redirect: '/contact',
    notice: 'contact_sent',
    values: { email },
  }),
})
