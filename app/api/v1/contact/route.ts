import { acceptedAnswer } from '@/lib/auth/auth.answers'
import { contactBody } from '@/lib/contacts/contacts.schemas'
import { sendContactMessage } from '@/lib/contacts/send-contact-message'
import { defineRoute } from '@/lib/http/define-route'

export const POST = defineRoute({
  summary: 'Write to those who run this service',
  access: 'public',
  body: contactBody,
  answers: { 202: acceptedAnswer },
  refusals: ['botcheck_failed', 'botcheck_unavailable'],
  handle: async ({ body: { botcheck_token: botcheckToken, ...contact }, ctx }) => {
    const result = await sendContactMessage({ ...contact, botcheckToken }, ctx)
    return result.ok ? { status: 202, body: { status: 'accepted' } } : result
  },
})
