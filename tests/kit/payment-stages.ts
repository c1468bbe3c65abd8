import { afterAll, beforeAll } from 'vitest'
import { createPayment, type PaymentInput } from '@/lib/payments/create-payment'
import type { WebhookMessage } from '@/lib/payments/providers/payment-provider'
import { answerChallenge } from '@/lib/payments/providers/simulator'
import {
  composeSimulatorWebhook,
  signSimulatorWebhook,
} from '@/lib/payments/providers/simulator-webhooks'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { RequestContext } from '@/lib/platform/request-context'
import { startStripeStandIn, type StripeStandIn } from '@/tests/kit/stand-ins/stripe-stand-in'
import { useSettings } from '@/tests/kit/test-settings'

/** A payment provider with its customer and its webhooks. */
export interface PaymentStage {
  provider: 'simulator' | 'stripe'
  tokens: Record<'frictionless' | 'challenge' | 'decline' | 'timeout', string>
  /** Acts as the customer on the provider's page. */
  customer(paymentId: string, result: 'passed' | 'failed' | 'canceled'): Promise<void>
  /** A webhook about the payment in its current state at the provider. */
  webhook(paymentId: string, at?: Date): Promise<WebhookMessage>
  /** How often the provider has captured the money. */
  captures(paymentId: string): Promise<number>
  refunded(paymentId: string): Promise<number>
}

const OVERRIDES = { OAUTH_APP_REDIRECT_URIS: 'com.example.app:/paid' }

export const PAYMENT_PROVIDERS = ['simulator', 'stripe'] as const

/** Sets up a stage for the tests of a `describe`. */
export function usePaymentStage(
  provider: 'simulator' | 'stripe',
): PaymentStage & { stripe(): StripeStandIn } {
  let server: StripeStandIn | null = null
  const stripe = () => server!
  beforeAll(async () => {
    if (provider === 'stripe') server = await startStripeStandIn()
    useSettings({ ...OVERRIDES, ...server?.env })
  })
  afterAll(async () => {
    await server?.close()
    useSettings(OVERRIDES)
  })
  return { ...(provider === 'stripe' ? stripeStage(stripe) : SIMULATOR), stripe }
}

const bySimulator = (paymentId: string) =>
  db().simulatorPayment.findUniqueOrThrow({ where: { paymentId } })

const SIMULATOR: PaymentStage = {
  provider: 'simulator',
  tokens: {
    frictionless: 'sim_frictionless',
    challenge: 'sim_challenge',
    decline: 'sim_decline',
    timeout: 'sim_timeout',
  },
  customer: async (paymentId, result) => {
    await answerChallenge((await bySimulator(paymentId)).challengeId!, result)
  },
  webhook: async (paymentId, at) => {
    const { reference } = await bySimulator(paymentId)
    const body = (await composeSimulatorWebhook({ kind: 'payment', reference, eventId: newId() }))!
    const signature = signSimulatorWebhook(body, at)
    return messageOf(Buffer.from(body), 'simulator', signature)
  },
  captures: (paymentId) =>
    db().simulatorPayment.count({ where: { paymentId, status: 'succeeded' } }),
  refunded: async (paymentId) => Number((await bySimulator(paymentId)).refundedAmount),
}

function stripeStage(stripe: () => StripeStandIn): PaymentStage {
  return {
    provider: 'stripe',
    tokens: {
      frictionless: 'pm_frictionless',
      challenge: 'pm_challenge',
      decline: 'pm_decline',
      timeout: 'pm_timeout',
    },
    customer: async (paymentId, result) => stripe().complete(paymentId, result),
    webhook: async (paymentId, at) => {
      const intent = stripe().intentOf(paymentId)[0]!
      const named = intent.status === 'requires_payment_method' ? 'payment_failed' : intent.status
      const { body, signature } = stripe().webhook(`payment_intent.${named}`, intent, at)
      return messageOf(body, 'stripe', signature)
    },
    captures: async (paymentId) =>
      stripe()
        .intentOf(paymentId)
        .filter(({ status }) => status === 'succeeded').length,
    refunded: async (paymentId) => stripe().intentOf(paymentId)[0]!.refunded,
  }
}

/** What a form or the API sends for a charge with a card; under a key of its own. */
export function chargeOf(amount: number, paymentMethodToken: string): PaymentInput {
  return {
    amount,
    currency: 'EUR',
    paymentMethodToken,
    returnUrl: 'http://localhost:3000/dashboard',
    idempotencyKey: newId(),
  }
}

/** Creates that payment. Throws if it is refused. */
export async function makePayment(
  actor: Parameters<typeof createPayment>[0],
  input: PaymentInput,
  ctx: RequestContext,
) {
  const made = await createPayment(actor, input, ctx)
  if (!made.ok) throw new Error(made.code)
  return made.payment
}

/** A message with the signature of one provider. */
export function messageOf(
  body: Uint8Array,
  provider: PaymentStage['provider'],
  signature: string | null,
): WebhookMessage {
  return { body, signatures: { stripe: null, simulator: null, [provider]: signature } }
}
