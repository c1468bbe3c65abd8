import { z } from 'zod'
import { PAYMENT_PROVIDERS, PAYMENT_STATUSES, REFUND_STATUSES } from '@/lib/payments/payment-states'
import { instant } from '@/lib/platform/instant'

const status = z.enum(PAYMENT_STATUSES).meta({ examples: ['succeeded'] })
const minor = z.int().describe('In the currency’s minor unit')

/** A payment as it appears in lists. */
export const listedPaymentResponse = z
  .strictObject({
    id: z.uuid(),
    user_id: z.uuid(),
    status,
    amount: minor,
    currency: z.string().describe('ISO 4217'),
    captured_amount: minor,
    refunded_amount: minor,
    provider: z.enum(PAYMENT_PROVIDERS),
    simulated: z.boolean().describe('true: created by the payment simulator; no money is moved'),
    next_action: z
      .strictObject({ type: z.literal('redirect'), url: z.string() })
      .nullable()
      .meta({ examples: [null] })
      .describe(
        'Where the customer confirms the payment (3-D Secure); set while the status is requires_action',
      ),
    failure_code: z
      .string()
      .nullable()
      .describe(
        'The provider’s failure code; or amount_mismatch, also of an unsettled payment, if another amount was captured than requested',
      ),
    return_url: z.string(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'PaymentSummary' })

/** A payment with its history, oldest first. */
export const paymentResponse = listedPaymentResponse
  .extend({
    events: z.array(z.strictObject({ status, at: instant })),
    refunds: z.array(
      z.strictObject({
        id: z.uuid(),
        amount: minor,
        status: z.enum(REFUND_STATUSES),
        failure_code: z.string().nullable(),
        created_at: instant,
      }),
    ),
  })
  .meta({ id: 'Payment' })
