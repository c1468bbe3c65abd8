import { LRUCache } from 'lru-cache'

/** What came of asking for one request. */
export interface Taken {
  allowed: boolean
  remaining: number
  /** Milliseconds until the window ends; after it at least one more request may pass. */
  resetMs: number
}

interface Counter {
  startedAt: number
  current: number
  previous: number
}

const MAX_KEYS = 100_000

/**
 * Counts requests by key in this process: the present window whole, the one before it by the share
 * that the last `windowMs` still cover. The first request of a key starts its window.
 *
 * It keeps the 100,000 keys asked for last. To push a spent counter out one has to come from as
 * many networks, each with an unspent budget of its own: that costs far more requests than the one
 * fresh budget it gains, so that forgetting is safe, and refusing newcomers while it is full (the
 * other way out) would let an attacker shut out everybody.
 */
export class SlidingWindow {
  readonly #limit: number
  readonly #windowMs: number
  readonly #counters = new LRUCache<string, Counter>({ max: MAX_KEYS })

  constructor({ limit, windowSeconds }: { limit: number; windowSeconds: number }) {
    this.#limit = limit
    this.#windowMs = windowSeconds * 1000
  }

  /** Counts one request at `now`; a refused one is not counted. */
  take(key: string, now: Date): Taken {
    const counter = this.#counterAt(key, now.getTime())
    const { left, resetMs } = this.#budgetOf(counter, now)
    if (left <= 0) return { allowed: false, remaining: 0, resetMs }
    counter.current++
    return { allowed: true, remaining: left - 1, resetMs }
  }

  /** How long a key whose budget is spent must wait; 0 when it is not. Counts nothing. */
  waitMs(key: string, now: Date): number {
    if (!this.#counters.has(key)) return 0
    const { left, resetMs } = this.#budgetOf(this.#counterAt(key, now.getTime()), now)
    return left <= 0 ? resetMs : 0
  }

  #budgetOf(counter: Counter, now: Date): { left: number; resetMs: number } {
    const age = now.getTime() - counter.startedAt
    // One less at the very edge: when the window has just ended, whoever was told to wait that long
    // passes.
    const carried = Math.max(0, Math.ceil(counter.previous * (1 - age / this.#windowMs)) - 1)
    return { left: this.#limit - counter.current - carried, resetMs: this.#windowMs - age }
  }

  #counterAt(key: string, at: number): Counter {
    const counter = this.#counters.get(key)
    if (!counter) {
      const fresh = { startedAt: at, current: 0, previous: 0 }
      this.#counters.set(key, fresh)
      return fresh
    }
    const windows = Math.floor((at - counter.startedAt) / this.#windowMs)
    if (windows > 0) {
      counter.previous = windows === 1 ? counter.current : 0
      counter.current = 0
      counter.startedAt += windows * this.#windowMs
    }
    return counter
  }
}
