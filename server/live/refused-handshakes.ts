import { LRUCache } from 'lru-cache'
import { problems, type Refusal } from '@/lib/platform/problems'
import { primaryChannel } from '@/lib/platform/workers/primary-channel'
import { openPrimaryWindows } from '@/lib/protection/rate-limit/primary-windows'
import type { SharedWindow } from '@/lib/protection/rate-limit/shared-windows'
import { SlidingWindow } from '@/lib/protection/rate-limit/sliding-window'

/** How many refused handshakes an address may cause before further ones are refused unchecked. */
const MAX_REFUSED = { limit: 600, windowSeconds: 60 }
const MAX_BLOCKED = 10_000

/**
 * Counts refused handshakes (upgrades, and polling) by address, for all workers of this instance.
 */
export class RefusedHandshakes {
  readonly #here = new SlidingWindow(MAX_REFUSED)
  /**
   * Addresses that exhausted their budget at all workers together, and until when: monotonic
   * milliseconds.
   */
  readonly #blocked = new LRUCache<string, number>({ max: MAX_BLOCKED })
  readonly #takeInInstance: SharedWindow | null

  constructor() {
    const primary = primaryChannel()
    this.#takeInInstance = primary && openPrimaryWindows(primary).window('upgrade', MAX_REFUSED)
  }

  /** How long an address must wait; 0 if it need not. */
  waitMs(key: string): number {
    const at = performance.now()
    const blocked = (this.#blocked.get(key) ?? 0) - at
    return Math.max(blocked, this.#here.waitMs(key, at))
  }

  /** Counts a refusal for which the client is responsible: not one because of an outage here. */
  count(key: string, { code }: Refusal): void {
    if (problems[code][0] >= 500) return
    const at = performance.now()
    this.#here.take(key, at)
    void this.#takeInInstance?.(key).then(
      ({ remaining, resetMs }) => {
        if (remaining <= 0) this.#blocked.set(key, at + resetMs)
      },
      () => undefined,
    )
  }
}
