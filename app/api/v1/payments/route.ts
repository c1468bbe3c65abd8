import { defineRoute } from '@/lib/http/define-route'
import { requiredIdempotencyKey } from '@/lib/http/request-headers'
import { createPayment } from '@/lib/payments/create-payment'
import { listPayments } from '@/lib/payments/list-payments'
import { listedPaymentResponse, paymentResponse } from '@/lib/payments/payments.responses'
import { PAYMENT_READERS } from '@/lib/payments/payment-readers'
import { paymentBody, paymentListFields } from '@/lib/payments/payments.schemas'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listPayments',
  tag: 'Payments',
  summary:
    'List payments, newest first: your own with payments:charge, all of them with payments:list',
  access: { anyOf: PAYMENT_READERS },
  query: pageQuery.extend(paymentListFields),
  responses: { 200: pageSchemaOf(listedPaymentResponse) },
  handle: async ({ principal, query }) => {
    const result = await listPayments(principal, query)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.payments, result.nextCursor) }
  },
})

export const POST = defineRoute({
  operationId: 'createPayment',
  tag: 'Payments',
  summary:
    'Charge a payment method with 3-D Secure; requires an Idempotency-Key header, so that a retry charges once',
  access: { permission: 'payments:charge' },
  // Otherwise, users with permission to charge could test stolen cards without limit.
  limits: ['user'],
  headers: { idempotencyKey: requiredIdempotencyKey },
  body: paymentBody,
  responses: { 201: paymentResponse },
  refusals: [
    'idempotency_key_required',
    'idempotency_conflict',
    'card_number_refused',
    'payments_unavailable',
  ],
  handle: async ({ principal, body, headers, ctx }) => {
    const {
      payment_method_token: paymentMethodToken,
      return_url: returnUrl,
      amount,
      currency,
    } = body
    const { idempotencyKey } = headers
    const input = { amount, currency, paymentMethodToken, returnUrl, idempotencyKey }
    const result = await createPayment(principal, input, ctx)
    return result.ok ? { status: 201, body: result.payment } : result
  },
})
