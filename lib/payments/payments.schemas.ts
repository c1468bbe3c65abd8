import { z } from 'zod'
import { isCurrency } from '@/lib/payments/money'
import { PAYMENT_STATUSES } from '@/lib/payments/payment-states'
import { instantField } from '@/lib/platform/input-fields'

/** The largest amount, in minor units; also Stripe's limit. */
export const MAX_AMOUNT = 99_999_999
export const TOKEN_LENGTH = 255
export const RETURN_URL_LENGTH = 2000

const amount = z
  .int({ error: ({ input }) => (typeof input === 'number' ? 'out_of_range' : undefined) })
  .min(1, { error: 'out_of_range' })
  .max(MAX_AMOUNT, { error: 'out_of_range' })
  .describe('In the currency’s minor unit: 1050 is 10.50 EUR or 1050 JPY')

const currency = z
  .string()
  .max(3, { error: 'not_supported' })
  .transform((code) => code.toUpperCase())
  .refine(isCurrency, { error: 'not_supported' })
  .describe('ISO 4217')

/** The body of POST /payments. */
export const paymentBody = z.strictObject({
  amount,
  currency,
  payment_method_token: z
    .string()
    .min(1, { error: 'required' })
    .max(TOKEN_LENGTH, { error: 'too_long' })
    .describe(
      'A payment provider token such as pm_…, never a card number. For the simulator: sim_frictionless, sim_challenge, sim_decline, or sim_timeout',
    ),
  return_url: z
    .string()
    .min(1, { error: 'required' })
    .max(RETURN_URL_LENGTH, { error: 'too_long' })
    .describe(
      'Where the browser returns to: a URL on this origin or an entry of OAUTH_APP_REDIRECT_URIS',
    ),
})

/** The body of POST /payments/:id/refund. */
export const refundBody = z.strictObject({
  amount: amount.optional().describe('In minor units. Refunds the remaining amount if omitted'),
})

/** The filters of a payment list. */
export const paymentListFields = {
  status: z.enum(PAYMENT_STATUSES, { error: 'not_supported' }).optional(),
  currency: currency.optional(),
  from: instantField.optional().describe('Created at or after this time'),
  to: instantField.optional().describe('Created before this time'),
}

export interface PaymentFilters {
  status?: (typeof PAYMENT_STATUSES)[number] | undefined
  currency?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** The answers a customer can give to the simulator's challenge. */
export const CHALLENGE_RESULTS = ['passed', 'failed', 'canceled'] as const

export type ChallengeResult = (typeof CHALLENGE_RESULTS)[number]
