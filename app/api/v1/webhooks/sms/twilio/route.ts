import { z } from 'zod'
import { defineRoute } from '@/lib/http/define-route'
import { twilioSignature } from '@/lib/http/request-headers'
import { formBody } from '@/lib/http/route-body'
import { handleTwilioWebhook } from '@/lib/messaging/sms/twilio-webhook'

export const POST = defineRoute({
  operationId: 'receiveTwilioEvent',
  tag: 'Provider callbacks',
  summary: 'Twilio webhook: text message statuses and replies such as STOP and START',
  access: 'public',
  // Thousands of reports come from a few addresses.
  limits: ['failures'],
  headers: { signature: twilioSignature },
  body: formBody(
    z
      .record(z.string(), z.string())
      .meta({ examples: [{ MessageSid: 'SM2f6a', MessageStatus: 'delivered' }] }),
  ),
  responses: { 204: null },
  refusals: ['invalid_signature', 'not_found'],
  handle: async ({ body: fields, headers, request, ctx }) => {
    const { signature } = headers
    const message = request.query().get('message')
    const result = await handleTwilioWebhook({ fields, signature, message }, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
