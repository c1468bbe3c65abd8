import { authorize, defineRoute } from '@/lib/http/define-route'
import { acceptedResponse } from '@/lib/identity/auth.responses'
import { contactBodyWithFiles } from '@/lib/messaging/contacts/contacts.schemas'
import { sendContactMessage } from '@/lib/messaging/contacts/send-contact-message'

export const POST = defineRoute({
  operationId: 'sendContactMessage',
  tag: 'Contact messages',
  summary:
    'Send a contact message to the administrators; with uploads:create you can attach your uploads',
  access: 'public',
  body: contactBodyWithFiles,
  responses: { 202: acceptedResponse },
  refusals: [
    'botcheck_failed',
    'botcheck_unavailable',
    // Only for messages with attachments: a message without one needs no sign-in.
    'token_missing',
    'invalid_token',
    'token_expired',
    'session_revoked',
    'insufficient_permission',
    'impersonation_read_only',
  ],
  handle: async ({ body, request, ctx }) => {
    const { botcheck_token: botcheckToken, attachment_upload_ids: uploadIds, ...contact } = body
    const sending = {
      operationId: 'sendContactMessage',
      access: { permission: 'uploads:create' },
    } as const
    const sender = uploadIds.length > 0 ? await authorize(request, sending, ctx) : null
    if (sender && !sender.ok) return sender
    const files = sender?.principal ? { userId: sender.principal.userId, uploadIds } : null
    const result = await sendContactMessage({ ...contact, botcheckToken, files }, ctx)
    return result.ok ? { status: 202, body: { status: 'accepted' } } : result
  },
})
