import { ProviderRefusal, ProviderUnavailable } from '@/lib/payments/providers/payment-provider'
import { addSeconds } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'

/** Up to each age, in seconds, the interval between checks. */
const SCHEDULE = [
  [60, 5],
  [600, 30],
  [7200, 300],
] as const
const AFTERWARDS_SECONDS = 1800

/**
 * When to ask the provider next about something created at `createdAt`: often at first, then less
 * often.
 */
export function nextCheckAfter(createdAt: Date, now: Date): Date {
  const age = (now.getTime() - createdAt.getTime()) / 1000
  const [, seconds] = SCHEDULE.find(([until]) => age < until) ?? [0, AFTERWARDS_SECONDS]
  return addSeconds(now, seconds)
}

/**
 * How long one check at the provider may take before another caller may start one: longer than the
 * deadlines of two questions, the payment and its refunds.
 */
export const QUESTION_SECONDS = 20

/**
 * Providers keep idempotency keys for a day. Until then, a request whose answer was lost is sent
 * again; after that, we search for its result.
 */
export const RESEND_SECONDS = 23 * 3600

/** A payment not confirmed by then counts as abandoned. */
export const ABANDONED_SECONDS = 3600

/**
 * Handles the refusal of a request that was sent again because its answer was lost. Only a declined
 * card is final: the settings may name a different account by now, and the first account may have
 * captured a payment that the second doesn't know.
 */
export function treatAsUnavailableUnlessDeclined(about: {
  payment_id: string
  refund_id?: string
}) {
  return (error: unknown): never => {
    if (!(error instanceof ProviderRefusal) || error.isDecline) throw error
    const { code, message } = error
    logger().error(
      { ...about, code, reason: message },
      'a provider refused a request that was sent again: it stays undecided; check that the account is still the same',
    )
    throw new ProviderUnavailable(message)
  }
}

/**
 * Turns a refusal into a missing answer: a refusal now doesn't undo what already exists at the
 * provider.
 */
export function treatAsUnavailable(error: unknown): never {
  throw error instanceof ProviderRefusal ? new ProviderUnavailable(error.message) : error
}
