import { contactBody } from '@/lib/contacts/contacts.schemas'
import { sendContactMessage } from '@/lib/contacts/send-contact-message'
import { defineAction } from '@/lib/web/define-action'

export const POST = defineAction({
  access: 'public',
  body: contactBody,
  keep: ['name', 'email', 'subject', 'message'],
  run: ({ botcheck_token: botcheckToken, ...contact }, { ctx }) =>
    sendContactMessage({ ...contact, botcheckToken }, ctx),
  done: (_, { body: { email } }) => ({
    redirect: '/contact',
    flash: { notice: 'contact_sent', values: { email } },
  }),
})
