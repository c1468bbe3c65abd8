'use server'

import { checkPermission } from '@/lib/access/check-permission'
import { toReceivedFile } from '@/lib/http/form-fields'
import { contactBody } from '@/lib/messaging/contacts/contacts.schemas'
import { sendContactMessage } from '@/lib/messaging/contacts/send-contact-message'
import { refuse } from '@/lib/platform/problems'
import { defineAction } from '@/lib/web/define-action'
import { findSignedIn } from '@/lib/web/page-request'

export const sendMessage = defineAction({
  access: 'public',
  body: contactBody,
  takesFileAt: '/contact',
  handle: async ({ botcheck_token: botcheckToken, ...contact }, { ctx, file }) => {
    const letter = { ...contact, botcheckToken }
    if (!file) return sendContactMessage(letter, ctx)
    // Only signed-in users see the field.
    const who = await findSignedIn()
    if (!who) return refuse('token_missing')
    const refused = await checkPermission(who.principal, 'uploads:create', ctx)
    if (refused) return refused
    const newFile = { userId: who.principal.userId, file: toReceivedFile(file) }
    return sendContactMessage({ ...letter, newFile }, ctx)
  },
  done: (_, { body: { email } }) => ({
    redirect: '/contact',
    notice: 'contact_sent',
    values: { email },
  }),
})
