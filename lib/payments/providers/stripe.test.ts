import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type PaymentProvider,
  ProviderUnavailable,
} from '@/lib/payments/providers/payment-provider'
import { stripeProvider } from '@/lib/payments/providers/stripe'
import { startStripeStandIn, type StripeStandIn } from '@/tests/kit/stand-ins/stripe-stand-in'

const DEADLINE_MS = 500
const PAYMENT = 'pi_with_many_refunds'
const ORDER = { refundId: 'none', paymentReference: PAYMENT, amount: 1n, currency: 'EUR' }
let server: StripeStandIn
let stripe: PaymentProvider
beforeAll(async () => {
  server = await startStripeStandIn()
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE_URL: apiBaseUrl } = server.env
  stripe = stripeProvider({ secretKey, apiBaseUrl, webhookSecret: null, deadlineMs: DEADLINE_MS })
  for (let i = 0; i < 5000; i++) {
    const refund = { id: `re_${i}`, object: 'refund' as const, status: 'succeeded' }
    const of = { amount: 1, currency: 'eur', payment_intent: PAYMENT, metadata: {} }
    server.refunds.set(refund.id, { ...refund, ...of })
  }
})
afterAll(() => server.close())

it.each([
  ['findRefundedAmount', () => stripe.findRefundedAmount(PAYMENT)],
  ['findLateRefund', () => stripe.findLateRefund(ORDER)],
])('%s stops at its deadline, however many refunds Stripe lists', async (_, ask) => {
  server.state.onDone = () => sleep(DEADLINE_MS / 4)
  await expect(ask()).rejects.toBeInstanceOf(ProviderUnavailable)
  const asked = server.state.requests.length
  await sleep(DEADLINE_MS)
  expect(server.state.requests.length).toBe(asked)
})

it('a question ends at its deadline, even if each of its requests takes less', async () => {
  const intent = { id: 'pi_open', object: 'payment_intent' as const, cancellation_reason: null }
  const of = { amount: 1, amount_received: 0, currency: 'eur', metadata: {}, refunded: 0 }
  const status = 'requires_payment_method'
  const error = { next_action: null, last_payment_error: null }
  server.intents.set(intent.id, { ...intent, ...of, ...error, status })
  server.state.onDone = () => sleep(0.75 * DEADLINE_MS)
  await expect(stripe.find(intent.id)).rejects.toBeInstanceOf(ProviderUnavailable)
})
