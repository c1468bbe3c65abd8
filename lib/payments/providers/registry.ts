import { processSingleton } from '@/lib/config/process-singleton'
import { type Settings, settings } from '@/lib/config/settings'
import {
  type PaymentProvider,
  ProviderRefusal,
  ProviderUnavailable,
} from '@/lib/payments/providers/payment-provider'
import { simulator } from '@/lib/payments/providers/simulator'
import { stripeProvider } from '@/lib/payments/providers/stripe'
import { recordProviderError, recordProviderSuccess } from '@/lib/platform/provider-health.store'

/** The provider for new payments; null while payments are off. */
export function activeProvider(): PaymentProvider | null {
  const { provider } = settings().payments
  return provider === null ? null : findProvider(provider)
}

type ProviderName = NonNullable<Settings['payments']['provider']>

const PROVIDERS: Record<ProviderName, (settings: Settings) => PaymentProvider | null> = {
  simulator: ({ local }) => (local ? withHealth(simulator) : null),
  stripe: ({ payments }) =>
    payments.stripe &&
    stripeOf({ ...payments.stripe, webhookSecret: payments.stripeWebhookSecret }),
}

/**
 * A provider by name, even if it no longer takes new payments; null if it isn't configured or isn't
 * allowed here.
 */
export function findProvider(name: string): PaymentProvider | null {
  return Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name as ProviderName](settings()) : null
}

/** One client for each set of options, because a client keeps connections open. */
function stripeOf(options: Parameters<typeof stripeProvider>[0]): PaymentProvider {
  const key = JSON.stringify(options)
  const held = processSingleton<{ made: { key: string; provider: PaymentProvider } | null }>(
    'stripe',
    () => ({
      made: null,
    }),
  )
  if (held.made?.key !== key) held.made = { key, provider: withHealth(stripeProvider(options)) }
  return held.made.provider
}

const MONITORED_METHODS = [
  'create',
  'find',
  'findLate',
  'cancel',
  'refund',
  'findRefund',
  'findRefundedAmount',
  'findLateRefund',
  'test',
] as const

/** Wraps a provider to record its health for the status badge. A refusal counts as an answer. */
function withHealth(provider: PaymentProvider): PaymentProvider {
  const methods = MONITORED_METHODS.map((name) => {
    const ask = provider[name] as (of: unknown) => Promise<unknown>
    return [name, (of: unknown) => recordHealth(() => ask(of))]
  })
  return {
    ...provider,
    ...(Object.fromEntries(methods) as Pick<PaymentProvider, (typeof MONITORED_METHODS)[number]>),
  }
}

async function recordHealth<T>(ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask()
    await recordProviderSuccess('payments')
    return answer
  } catch (error) {
    if (error instanceof ProviderUnavailable) await recordProviderError('payments', error.message)
    else if (error instanceof ProviderRefusal) await recordProviderSuccess('payments')
    throw error
  }
}
