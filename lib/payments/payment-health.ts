import { countWaiting } from '@/lib/payments/payment.store'
import { activeProvider } from '@/lib/payments/providers/registry'
import { ProviderRefusal, ProviderUnavailable } from '@/lib/payments/providers/port'
import { addSeconds, now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { findProviderHealth, type ProviderHealth } from '@/lib/settings/provider-health.store'

/** An answer normally takes less than this. */
const WAITING_AFTER_SECONDS = 15

/** How the payment provider is doing, and how much waits for it. */
export async function paymentHealth(): Promise<ProviderHealth & { queueLength: number }> {
  const health = await findProviderHealth('payments')
  return { ...health, queueLength: await countWaiting(db(), addSeconds(now(), -WAITING_AFTER_SECONDS)) }
}

/** Asks the provider whether it accepts our credentials; charges nobody. `detail` is in its own words. */
export async function testPaymentProvider(): Promise<{ passed: boolean; detail: string }> {
  const provider = activeProvider()
  if (!provider) return { passed: false, detail: 'No payment provider is set up.' }
  try {
    return { passed: true, detail: await provider.test() }
  } catch (error) {
    if (!(error instanceof ProviderRefusal) && !(error instanceof ProviderUnavailable)) throw error
    return { passed: false, detail: error.message }
  }
}
