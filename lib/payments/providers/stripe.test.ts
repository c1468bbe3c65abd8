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

it('a question that needs several requests ends at its deadline', async () => {
  server.state.onDone = () => sleep(2 * DEADLINE_MS)
  await expect(stripe.find('pi_unknown')).rejects.toBeInstanceOf(ProviderUnavailable)
})
