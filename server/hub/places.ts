import type { Door } from '@/lib/http/live-caller'

/** How many connections one user may have at one door of one instance. */
const PLACES_PER_USER = 20

/**
 * Counts the connections of each user, from the moment a handshake is let in. When all places are taken the newcomer is refused:
 * were the oldest ended instead, twenty-one clients that connect again by themselves would chase each other for ever.
 */
export class Places {
  readonly #taken = new Map<string, number>()

  /** Takes a place and gives the way to leave it (which may be gone twice); null when there is none. */
  take(door: Door, userId: string): (() => void) | null {
    const key = `${door} ${userId}`
    const taken = this.#taken.get(key) ?? 0
    if (taken >= PLACES_PER_USER) return null
    this.#taken.set(key, taken + 1)
    let left = false
    return () => {
      if (left) return
      left = true
      const rest = this.#taken.get(key)! - 1
      if (rest > 0) this.#taken.set(key, rest)
      else this.#taken.delete(key)
    }
  }
}
