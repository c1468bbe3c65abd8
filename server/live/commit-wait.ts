import type { BusMessage } from '@/lib/platform/bus/bus'

/** Longer than any commit that a message can precede. */
const COMMIT_WAIT_MS = 3200

/**
 * Delays messages that preceded their commit until their definitive copy arrives or, if their
 * sender crashed in between, until any commit must have ended.
 */
export class CommitWait {
  readonly #early = new Map<string, NodeJS.Timeout>()

  /** `act` gets whether the change is known to be made. */
  take(message: BusMessage, early: boolean, act: (isMade: boolean) => void): void {
    const key = JSON.stringify(message)
    const waiting = this.#early.get(key)
    if (early && waiting) return
    clearTimeout(waiting)
    this.#early.delete(key)
    if (!early) return act(true)
    const timer = setTimeout(() => {
      this.#early.delete(key)
      act(false)
    }, COMMIT_WAIT_MS)
    this.#early.set(key, timer.unref())
  }
}
