import { RefusedError, refuse } from '@/lib/platform/problems'

export interface WorkQueueLimits {
  /** How many may be at work at once. */
  concurrency: number
  /** How many more may wait. */
  maxWaiting: number
  /**
   * How many of those may wait however slow work is at present: a burst of honest people is not a
   * flood.
   */
  certainWaiting: number
  /** How long one of them waits at most. */
  maxWaitSeconds: number
}

/**
 * The part of the longest wait that may be expected of a newcomer: the rest is for hashes that take
 * longer than those before.
 */
const EXPECTED_SHARE = 0.75
/** How much the latest piece of work counts in the mean. */
const NEWEST_WEIGHT = 0.1

interface Waiter {
  start(): void
  timer: NodeJS.Timeout
}

/**
 * Runs costly work a few at a time, in order of arrival. Who finds the line full, would have to
 * stand in it for too long as work goes at present, or has done so, is refused with `overloaded`:
 * under a flood the service says no quickly instead of answering everybody too late.
 */
export class WorkQueue {
  readonly #limits: WorkQueueLimits
  readonly #waiting = new Set<Waiter>()
  readonly #nowMs: () => number
  #running = 0
  #warmUps = 0
  /** What a piece of work has lately taken; null before the first that counts has ended. */
  #meanMs: number | null = null

  /** `nowMs`: monotonic milliseconds. */
  constructor(limits: WorkQueueLimits, nowMs: () => number = () => performance.now()) {
    this.#limits = limits
    this.#nowMs = nowMs
  }

  /** How many are at work and how many wait, at present. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.size }
  }

  /**
   * Whether somebody who comes now, with `ahead` others before them or at work, can expect their
   * turn in good time.
   */
  isWorthWaiting(ahead: number): boolean {
    const { concurrency, certainWaiting, maxWaitSeconds } = this.#limits
    // Who needs not wait is never refused: however slow work was, it goes on, and so does the
    // measuring.
    const turns = ahead - concurrency + 1
    if (turns <= certainWaiting || this.#meanMs === null) return true
    return (turns * this.#meanMs) / concurrency <= maxWaitSeconds * 1000 * EXPECTED_SHARE
  }

  /** Runs `work` when its turn comes. Throws RefusedError (`overloaded`), or what `work` throws. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.concurrency) this.#running++
    else await this.#turn()
    const startedAt = this.#nowMs()
    try {
      return await work()
    } finally {
      this.#measure(this.#nowMs() - startedAt)
      this.#handOver()
    }
  }

  #turn(): Promise<void> {
    const waiting = this.#waiting.size
    if (waiting >= this.#limits.maxWaiting || !this.isWorthWaiting(this.#running + waiting))
      return Promise.reject(overloaded())
    return new Promise((start, giveUp) => {
      const waiter: Waiter = {
        start,
        timer: setTimeout(() => {
          this.#waiting.delete(waiter)
          giveUp(overloaded())
        }, this.#limits.maxWaitSeconds * 1000),
      }
      this.#waiting.add(waiter)
    })
  }

  /** The first ones start threads and load libraries: they say nothing about those that follow. */
  #measure(tookMs: number): void {
    if (this.#warmUps < this.#limits.concurrency) {
      this.#warmUps++
      return
    }
    this.#meanMs =
      this.#meanMs === null ? tookMs : this.#meanMs + (tookMs - this.#meanMs) * NEWEST_WEIGHT
  }

  /**
   * The place goes straight to the one who has waited longest, so that no newcomer can slip in
   * between.
   */
  #handOver(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#running--
      return
    }
    this.#waiting.delete(next)
    clearTimeout(next.timer)
    next.start()
  }
}

const overloaded = () => new RefusedError(refuse('overloaded', { retryAfterSeconds: 1 }))
