import { ProviderRefusal, ProviderUnavailable } from '@/lib/payments/providers/port'
import { logger } from '@/lib/platform/logger'

/**
 * Judges a refusal of a request that is sent again because its answer was lost. Only a declined card decides it: the settings may
 * name another account by now, and what that one does not know, the first may have captured.
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

/** Turns a refusal into no answer: what was made at the provider once is not undone by a "no" now. */
export function unavailable(error: unknown): never {
  throw error instanceof ProviderRefusal ? new ProviderUnavailable(error.message) : error
}
