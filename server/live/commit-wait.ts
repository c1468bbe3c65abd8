import type { BusMessage } from '@/lib/platform/bus/bus'
import { COMMIT_ENDS_WITHIN_MS } from '@/lib/platform/db/server-pool'

/** Longer than any commit that a message can precede, and than caches distrust what they load. */
export const COMMIT_WAIT_MS = COMMIT_ENDS_WITHIN_MS + 200

/**
 * Delays messages that preceded their commit until their definitive copy arrives or, if their
 * sender crashed in between, until any commit must have ended.
 */
export class CommitWait {
  /** Two changes may cause equal messages, so each early copy waits for a definitive one. */
  readonly #early = new Map<string, NodeJS.Timeout[]>()

  /** `act` gets whether the change is known to be made. */
  take(message: BusMessage, early: boolean, act: (isMade: boolean) => void): void {
    const key = JSON.stringify(message)
    if (!early) {
      clearTimeout(this.#takeOldest(key))
      return act(true)
    }
    const timer = setTimeout(() => {
      // All wait equally long, so this copy is the oldest.
      this.#takeOldest(key)
      act(false)
    }, COMMIT_WAIT_MS).unref()
    const waiting = this.#early.get(key)
    if (waiting) waiting.push(timer)
    else this.#early.set(key, [timer])
  }

  #takeOldest(key: string): NodeJS.Timeout | undefined {
    const waiting = this.#early.get(key)
    if (waiting?.length === 1) this.#early.delete(key)
    return waiting?.shift()
  }
}
