import { z } from 'zod'
import { defineRoute } from '@/lib/http/define-route'
import { paymentSignatures } from '@/lib/http/request-headers'
import { handlePaymentWebhook } from '@/lib/payments/payment-webhook'
import { refuse } from '@/lib/platform/problems'
import { MAX_BODY_BYTES } from '@/lib/platform/size-limits'

export const POST = defineRoute({
  operationId: 'receivePaymentEvent',
  tag: 'Provider callbacks',
  summary: 'Payment provider webhook: events signed over the raw body, each processed once',
  params: ['provider'],
  access: 'public',
  limits: ['failures'],
  headers: paymentSignatures,
  responses: { 200: z.strictObject({ received: z.literal(true) }).meta({ id: 'WebhookReceipt' }) },
  refusals: ['invalid_signature', 'not_found', 'body_too_large'],
  handle: async ({ params, headers, request, ctx }) => {
    const body = await request.readBody(MAX_BODY_BYTES)
    if (!body) return refuse('body_too_large')
    const message = { body, signatures: headers }
    const result = await handlePaymentWebhook(params.provider, message, ctx)
    return result.ok ? { status: 200, body: { received: true } } : result
  },
})
