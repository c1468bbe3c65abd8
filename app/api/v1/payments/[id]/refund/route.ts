import { defineRoute } from '@/lib/http/define-route'
import { requiredIdempotencyKey } from '@/lib/http/request-headers'
import { paymentResponse } from '@/lib/payments/payments.responses'
import { refundBody } from '@/lib/payments/payments.schemas'
import { refundPayment } from '@/lib/payments/refund-payment'

export const POST = defineRoute({
  operationId: 'refundPayment',
  tag: 'Payments',
  summary:
    'Refund a payment in full or in part; requires an Idempotency-Key header, and payments:list for other users’ payments',
  params: ['id'],
  access: { permission: 'payments:charge' },
  limits: ['user'],
  headers: { idempotencyKey: requiredIdempotencyKey },
  body: refundBody,
  responses: { 200: paymentResponse },
  refusals: [
    'idempotency_key_required',
    'idempotency_conflict',
    'refund_too_large',
    'conflict',
    'not_found',
  ],
  handle: async ({ principal, params, body, headers, ctx }) => {
    const { idempotencyKey } = headers
    const input = { paymentId: params.id, amount: body.amount, idempotencyKey }
    const result = await refundPayment(principal, input, ctx)
    return result.ok ? { status: 200, body: result.payment } : result
  },
})
