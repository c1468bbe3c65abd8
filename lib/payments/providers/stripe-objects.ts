import type Stripe from 'stripe'
import {
  type PaymentProvider,
  type ProviderEvent,
  type ProviderPayment,
  type ProviderRefund,
  ProviderRefusal,
} from '@/lib/payments/providers/payment-provider'
import { isTimely, signedAt, TOLERANCE_SECONDS } from '@/lib/payments/providers/webhook-signature'

/**
 * Stripe takes these in hundredths although ISO 4217 gives them no decimals
 * (docs.stripe.com/currencies, special cases).
 */
const IN_HUNDREDTHS = new Set(['ISK', 'UGX'])

/**
 * Stripe takes these without decimals although ISO 4217 gives them two (same page, zero-decimal
 * currencies).
 */
const WHOLE = new Set(['MGA'])

/**
 * Converts our amount to Stripe's. Throws ProviderRefusal for an amount that Stripe cannot charge
 * exactly.
 */
export function toStripeAmount(minor: bigint, currency: string): number {
  if (!WHOLE.has(currency)) return Number(minor) * (IN_HUNDREDTHS.has(currency) ? 100 : 1)
  if (minor % 100n !== 0n)
    throw new ProviderRefusal('amount_not_whole', `Stripe charges ${currency} in whole units only.`)
  return Number(minor / 100n)
}

/** Converts Stripe's amount to ours. */
export function fromStripeAmount(amount: number, currency: string): bigint {
  const code = currency.toUpperCase()
  if (WHOLE.has(code)) return BigInt(amount) * 100n
  return BigInt(IN_HUNDREDTHS.has(code) ? Math.round(amount / 100) : amount)
}

/**
 * Converts a PaymentIntent. One that requires another payment method counts as failed, because we
 * don't offer a second one.
 */
export function presentIntent(intent: Stripe.PaymentIntent): ProviderPayment {
  const { id, status, amount_received, currency, next_action, last_payment_error: fault } = intent
  const common = { reference: id, captured: 0n, redirectUrl: null, failureCode: null }
  switch (status) {
    case 'succeeded':
      return {
        ...common,
        status: 'succeeded',
        captured: fromStripeAmount(amount_received, currency),
      }
    case 'canceled':
      // We cancel failed payments at Stripe ourselves, so one with an error is reported as failed.
      if (!fault)
        return { ...common, status: 'canceled', failureCode: intent.cancellation_reason ?? null }
      return {
        ...common,
        status: 'failed',
        failureCode: fault.decline_code ?? fault.code ?? 'declined',
      }
    case 'requires_payment_method':
      return {
        ...common,
        status: 'failed',
        failureCode: fault?.decline_code ?? fault?.code ?? 'declined',
      }
    case 'requires_action':
      return {
        ...common,
        status: 'requires_action',
        redirectUrl: next_action?.redirect_to_url?.url ?? null,
      }
    default:
      return { ...common, status: 'processing' }
  }
}

/** Converts a refund of Stripe. */
export function presentRefund({
  id,
  status,
  failure_reason: reason,
}: Stripe.Refund): ProviderRefund {
  if (status === 'succeeded') return { reference: id, status, failureCode: null }
  if (status === 'failed' || status === 'canceled')
    return { reference: id, status: 'failed', failureCode: reason ?? status }
  return { reference: id, status: 'pending', failureCode: null }
}

/** The sum of the refunds of one payment that have succeeded. */
export function sumRefunds(refunds: readonly Stripe.Refund[]): bigint {
  const done = refunds.filter(({ status }) => status === 'succeeded')
  const sum = done.reduce((total, { amount }) => total + amount, 0)
  return fromStripeAmount(sum, done[0]?.currency ?? '')
}

/**
 * Reads a webhook of Stripe; null if it isn't signed with our secret or its timestamp is outside
 * the tolerance.
 */
export function readStripeWebhook(
  stripe: Stripe,
  secret: string,
  { body, signature, now }: Parameters<PaymentProvider['readWebhook']>[0],
): ProviderEvent | null {
  const seconds = signedAt(signature)
  // The SDK refuses timestamps that are too old, but accepts any in the future.
  if (signature === null || seconds === null || !isTimely(seconds, now)) return null
  try {
    const receivedAt = now.getTime()
    const event = stripe.webhooks.constructEvent(
      Buffer.from(body),
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      receivedAt,
    )
    return { id: event.id, type: event.type, about: aboutOf(event) }
  } catch (error) {
    if ((error as { type?: unknown }).type === 'StripeSignatureVerificationError') return null
    throw error
  }
}

/**
 * Only events that end something. Intermediate states are known from the answer to the request
 * itself.
 */
function aboutOf(event: Stripe.Event): ProviderEvent['about'] {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const intent = event.data.object
      const { payment_id: paymentId = null } = intent.metadata
      const payment = presentIntent(intent)
      return { kind: 'payment', paymentId, currency: intent.currency.toUpperCase(), payment }
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const refund = event.data.object
      const { payment_intent: intent, currency } = refund
      if (!intent) return null
      return {
        kind: 'refund',
        refundId: refund.metadata?.refund_id ?? null,
        paymentReference: typeof intent === 'string' ? intent : intent.id,
        amount: fromStripeAmount(refund.amount, currency),
        currency: currency.toUpperCase(),
        refund: presentRefund(refund),
      }
    }
    default:
      return null
  }
}
