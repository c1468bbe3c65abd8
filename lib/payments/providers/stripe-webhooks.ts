import type Stripe from 'stripe'
import type { PaymentProvider, ProviderEvent } from '@/lib/payments/providers/port'
import { fromStripeAmount, presentIntent, presentRefund } from '@/lib/payments/providers/stripe-objects'
import { isTimely, signedAt, TOLERANCE_SECONDS } from '@/lib/payments/providers/webhook-signature'

const HEADER = 'stripe-signature'

/** Reads a webhook of Stripe; null when it is not signed with our secret, or not now. */
export function readStripeWebhook(
  stripe: Stripe,
  secret: string,
  { body, header, now }: Parameters<PaymentProvider['readWebhook']>[0],
): ProviderEvent | null {
  const signature = header(HEADER)
  const seconds = signedAt(signature)
  // The SDK refuses what is too old, but takes any instant in the future.
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

/** The events that end something. What is on its way is learned from the answer to the request itself. */
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
