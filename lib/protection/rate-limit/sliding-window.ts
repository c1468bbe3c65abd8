import { LRUCache } from 'lru-cache'

/** The result of counting one request. */
export interface Taken {
  allowed: boolean
  remaining: number
  /** Milliseconds until the window ends; after that at least one more request is allowed. */
  resetMs: number
}

interface Counter {
  startedAt: number
  current: number
  previous: number
}

const MAX_KEYS = 100_000

/**
 * Counts requests by key in this process: all of the current window, plus the share of the previous
 * one that the last `windowMs` still cover. The first request of a key starts its window.
 *
 * It keeps the 100,000 most recently used keys. Evicting an exhausted counter takes requests from
 * as many networks, each with an unused budget of its own: that costs far more requests than the
 * one fresh budget it gains, so evicting is safe. The alternative, refusing new keys while it is
 * full, would let an attacker lock out everyone.
 *
 * Its time is that of a clock that cannot be set, such as `performance.now()`. If time could go
 * back, the count of the previous window would grow, and keys without requests could be refused.
 */
export class SlidingWindow {
  readonly #limit: number
  readonly #windowMs: number
  /** Bounded by `maxSize`: with `max`, it would allocate all the memory at the start. */
  readonly #counters = new LRUCache<string, Counter>({
    maxSize: MAX_KEYS,
    sizeCalculation: () => 1,
  })

  constructor({ limit, windowSeconds }: { limit: number; windowSeconds: number }) {
    this.#limit = limit
    this.#windowMs = windowSeconds * 1000
  }

  /** Counts one request at `at` (monotonic milliseconds); a refused one is not counted. */
  take(key: string, at: number): Taken {
    const counter = this.#counterAt(key, at)
    const { left, resetMs } = this.#budgetOf(counter, at)
    if (left <= 0) return { allowed: false, remaining: 0, resetMs }
    counter.current++
    return { allowed: true, remaining: left - 1, resetMs }
  }

  /**
   * How long a key with an exhausted budget must wait; 0 if it is not exhausted. Counts nothing.
   */
  waitMs(key: string, at: number): number {
    if (!this.#counters.has(key)) return 0
    const { left, resetMs } = this.#budgetOf(this.#counterAt(key, at), at)
    return left <= 0 ? resetMs : 0
  }

  #budgetOf(counter: Counter, at: number): { left: number; resetMs: number } {
    const age = at - counter.startedAt
    // One less exactly at the boundary: when the window has just ended, a client that was told to
    // wait that long is allowed.
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
