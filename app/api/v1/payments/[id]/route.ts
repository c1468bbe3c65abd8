import { defineRoute } from '@/lib/http/define-route'
import { getPayment } from '@/lib/payments/list-payments'
import { paymentResponse } from '@/lib/payments/payments.responses'
import { PAYMENT_READERS } from '@/lib/payments/payment-readers'

export const GET = defineRoute({
  operationId: 'getPayment',
  tag: 'Payments',
  summary: 'Get a payment and its history: your own with payments:charge, any with payments:list',
  params: ['id'],
  access: { anyOf: PAYMENT_READERS },
  responses: { 200: paymentResponse },
  refusals: ['not_found'],
  handle: async ({ principal, params, ctx }) => {
    const result = await getPayment(principal, params.id, ctx)
    return result.ok ? { status: 200, body: result.payment } : result
  },
})
