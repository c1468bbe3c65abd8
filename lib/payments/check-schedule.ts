import { ProviderRefusal, ProviderUnavailable } from '@/lib/payments/providers/payment-provider'
import { addSeconds } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'

/** The schedule of questions: until an age, in seconds, so often. */
const SCHEDULE = [
  [60, 5],
  [600, 30],
  [7200, 300],
] as const
const AFTERWARDS_SECONDS = 1800

/**
 * When the provider is next asked about something that was begun at `createdAt`: soon at first,
 * then less often.
 */
export function nextCheckAfter(createdAt: Date, now: Date): Date {
  const age = (now.getTime() - createdAt.getTime()) / 1000
  const [, seconds] = SCHEDULE.find(([until]) => age < until) ?? [0, AFTERWARDS_SECONDS]
  return addSeconds(now, seconds)
}

/**
 * How long a question to the provider may be under way before somebody else may ask: longer than
 * its timeouts and retries.
 */
export const QUESTION_SECONDS = 20

/**
 * Providers remember idempotency keys for a day: within it a lost request is sent again, afterwards
 * it is searched for.
 */
export const RESEND_SECONDS = 23 * 3600

/** A customer who has not confirmed a payment by then has left. */
export const ABANDONED_SECONDS = 3600

/**
 * Judges a refusal of a request that is sent again because its answer was lost. Only a declined
 * card decides it: the settings may name another account by now, and what that one does not know,
 * the first may have captured.
 */
export function undecidedUnlessDeclined(about: { payment: string; refund?: string }) {
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
 * Turns a refusal into no answer: what was made at the provider once is not undone by a "no" now.
 */
export function treatAsUnavailable(error: unknown): never {
  throw error instanceof ProviderRefusal ? new ProviderUnavailable(error.message) : error
}
