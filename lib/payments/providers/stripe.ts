import type Stripe from 'stripe'
import { messagesFor } from '@/lib/i18n/messages'
import {
  type PaymentOrder,
  type PaymentProvider,
  type ProviderPayment,
  ProviderRefusal,
  ProviderUnavailable,
  type RefundOrder,
} from '@/lib/payments/providers/payment-provider'
import {
  presentIntent,
  presentRefund,
  readStripeWebhook,
  sumRefunds,
  toStripeAmount,
} from '@/lib/payments/providers/stripe-objects'

const TIMEOUT_MS = 4000
/** The SDK retries by itself, with the same idempotency key. */
const RETRIES = 1
/** How long a question may take with all of its requests: longer than one with its retry. */
const DEADLINE_MS = 9000
/** The most that Stripe lists at once. */
const PAGE = 100
const TOKEN_FORM = /^(?:pm|card|src)_\w+$/
/**
 * Statuses of a final decision by Stripe, as opposed to temporary errors. 401 and 403 concern our
 * key, 409 and 429 the timing.
 */
const DECISIVE_STATUSES = new Set([400, 402, 404])

export interface StripeOptions {
  secretKey: string
  /** Another server that implements Stripe's API, for tests. */
  apiBaseUrl: string | null
  webhookSecret: string | null
  /** Shorter in tests. */
  deadlineMs?: number
}

/**
 * Stripe's PaymentIntents, confirmed immediately, with 3-D Secure wherever the card supports it.
 */
export function stripeProvider(options: StripeOptions): PaymentProvider {
  let made: Promise<Stripe> | null = null
  const ask = async <T>(
    question: (stripe: Stripe, deadline: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const stripe = await (made ??= makeClient(options))
    const deadline = AbortSignal.timeout(options.deadlineMs ?? DEADLINE_MS)
    const answer = Promise.race([question(stripe, deadline), rejectAt(deadline)])
    return answer.catch((error: unknown) => {
      throw toProviderError(error, options.secretKey)
    })
  }
  return {
    name: 'stripe',
    knowsToken: (token) => TOKEN_FORM.test(token),
    create: (order) =>
      ask(async (stripe) => {
        const idempotencyKey = `payment-${order.paymentId}`
        const intent = await stripe.paymentIntents
          .create(intentOf(order), { idempotencyKey })
          .catch((error: unknown) => declinedIntent(error))
        return close(stripe, intent)
      }),
    find: (reference) =>
      ask(async (stripe) => close(stripe, await stripe.paymentIntents.retrieve(reference))),
    findLate: (paymentId) =>
      ask(async (stripe) => {
        const query = `metadata['payment_id']:'${paymentId}'`
        const { data } = await stripe.paymentIntents.search({ query, limit: 1 })
        return data[0] ? close(stripe, data[0]) : null
      }),
    cancel: (reference) =>
      ask(async (stripe) => presentIntent(await cancelIntent(stripe, reference))),
    refund: (order) =>
      ask(async ({ refunds }) =>
        presentRefund(
          await refunds.create(refundOf(order), { idempotencyKey: `refund-${order.refundId}` }),
        ),
      ),
    findRefund: (reference) =>
      ask(async ({ refunds }) => presentRefund(await refunds.retrieve(reference))),
    findRefundedAmount: (reference) =>
      ask(async (stripe, deadline) => sumRefunds(await listRefunds(stripe, reference, deadline))),
    findLateRefund: ({ paymentReference, refundId }) =>
      ask(async (stripe, deadline) => {
        const refunds = await listRefunds(stripe, paymentReference, deadline)
        const found = refunds.find(({ metadata }) => metadata?.refund_id === refundId)
        return found ? presentRefund(found) : null
      }),
    readWebhook: async (message) =>
      options.webhookSecret === null
        ? null
        : readStripeWebhook(await (made ??= makeClient(options)), options.webhookSecret, message),
    test: (locale) =>
      ask(async ({ balance }) => {
        const { livemode } = await balance.retrieve()
        const { stripeLive, stripeTest } = messagesFor(locale).settings.test.results
        return livemode ? stripeLive : stripeTest
      }),
  }
}

function rejectAt(deadline: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new ProviderUnavailable('Stripe did not answer in time'))
    deadline.addEventListener('abort', fail, { once: true })
  })
}

/** Loaded on first use, because it takes a tenth of a second. */
async function makeClient({ secretKey, apiBaseUrl }: StripeOptions): Promise<Stripe> {
  const { default: Client } = await import('stripe')
  const base = apiBaseUrl === null ? null : new URL(apiBaseUrl)
  return new Client(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  })
}

/** All refunds of a payment, page by page until the deadline. */
async function listRefunds(
  { refunds }: Stripe,
  reference: string,
  deadline: AbortSignal,
): Promise<Stripe.Refund[]> {
  const listed: Stripe.Refund[] = []
  for await (const refund of refunds.list({ payment_intent: reference, limit: PAGE })) {
    deadline.throwIfAborted()
    listed.push(refund)
  }
  return listed
}

/**
 * The PaymentIntent of a declined card. It stays open at Stripe, where the customer could confirm
 * it with another card.
 */
function declinedIntent(error: unknown): Stripe.PaymentIntent {
  const { statusCode, payment_intent: intent } = error as Partial<Stripe.errors.StripeError>
  if (statusCode === 402 && intent) return intent
  throw error
}

/**
 * Converts a PaymentIntent. One that requires another payment method counts as failed, so it is
 * canceled before we report that: the customer still has the client secret and could pay it later.
 * If both happen at the same time, Stripe decides which one wins.
 */
async function close(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ProviderPayment> {
  if (intent.status !== 'requires_payment_method') return presentIntent(intent)
  const ended = await cancelIntent(stripe, intent.id).catch((error: unknown) => {
    // It wasn't canceled, so the result is still open.
    throw new ProviderUnavailable(`the payment could not be canceled: ${(error as Error).message}`)
  })
  return presentIntent({
    ...ended,
    last_payment_error: ended.last_payment_error ?? intent.last_payment_error,
  })
}

/** Cancels a PaymentIntent. If it has ended in the meantime, returns it as it is. */
async function cancelIntent({ paymentIntents }: Stripe, id: string): Promise<Stripe.PaymentIntent> {
  const canceled = await paymentIntents.cancel(id).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'payment_intent_unexpected_state') return null
    throw error
  })
  return canceled ?? (await paymentIntents.retrieve(id))
}

function intentOf(order: PaymentOrder): Stripe.PaymentIntentCreateParams {
  return {
    amount: toStripeAmount(order.amount, order.currency),
    currency: order.currency.toLowerCase(),
    payment_method: order.paymentMethodToken,
    allowed_payment_method_types: ['card'],
    payment_method_options: { card: { request_three_d_secure: 'any' } },
    confirm: true,
    return_url: order.returnUrl,
    metadata: { payment_id: order.paymentId },
  }
}

function refundOf(order: RefundOrder): Stripe.RefundCreateParams {
  return {
    payment_intent: order.paymentReference,
    amount: toStripeAmount(order.amount, order.currency),
    metadata: { refund_id: order.refundId },
  }
}

/** Converts an error of the SDK, with the key removed wherever it is repeated. */
function toProviderError(error: unknown, secretKey: string): Error {
  if (error instanceof ProviderRefusal) return error
  const { statusCode, code, rawType, decline_code, message } =
    error as Partial<Stripe.errors.StripeError>
  const said = (message ?? 'Stripe gave no answer').replaceAll(secretKey, '[key]')
  // An idempotency key in use by another request says nothing about that request's result: its
  // money may have moved.
  const isDecided = rawType !== 'idempotency_error' && code !== 'idempotency_key_in_use'
  if (statusCode !== undefined && DECISIVE_STATUSES.has(statusCode) && isDecided)
    return new ProviderRefusal(decline_code ?? code ?? 'invalid_request', said, statusCode === 402)
  return new ProviderUnavailable(said, { cause: error })
}
