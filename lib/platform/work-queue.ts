import { RefusedError, refuse } from '@/lib/platform/problems'

export interface WorkQueueLimits {
  /** How many may run at once. */
  concurrency: number
  /** How many more may wait. */
  maxWaiting: number
  /**
   * How many of those may wait however slow work currently is: a burst of legitimate users is not a
   * flood.
   */
  certainWaiting: number
  /** The maximum wait. */
  maxWaitSeconds: number
}

/**
 * The share of the maximum wait that a new arrival's estimate may reach: the rest is for hashes
 * that take longer than earlier ones.
 */
const EXPECTED_SHARE = 0.75
/** The weight of the latest piece of work in the mean. */
const NEWEST_WEIGHT = 0.1

interface Waiter {
  start(): void
  timer: NodeJS.Timeout
}

/**
 * Runs expensive work a few at a time, in order of arrival. Work is refused with `overloaded` if
 * the queue is full, if the estimated wait is too long, or if it has waited too long: under a flood
 * the service refuses quickly instead of answering everyone too late.
 */
export class WorkQueue {
  readonly #limits: WorkQueueLimits
  readonly #waiting = new Set<Waiter>()
  readonly #nowMs: () => number
  #running = 0
  #warmUps = 0
  /**
   * The recent mean duration of a piece of work; null before the first one that counts has ended.
   */
  #meanMs: number | null = null

  /** `nowMs`: monotonic milliseconds. */
  constructor(limits: WorkQueueLimits, nowMs: () => number = () => performance.now()) {
    this.#limits = limits
    this.#nowMs = nowMs
  }

  /** How many are running and how many are waiting. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.size }
  }

  /**
   * Whether a new arrival, with `ahead` others before it or running, can expect its turn in time.
   */
  isWorthWaiting(ahead: number): boolean {
    const { concurrency, certainWaiting, maxWaitSeconds } = this.#limits
    // An arrival that needn't wait is never refused: however slow work was, it continues, and so
    // does the measurement.
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

  /** The first ones start threads and load libraries, so they say nothing about later ones. */
  #measure(tookMs: number): void {
    if (this.#warmUps < this.#limits.concurrency) {
      this.#warmUps++
      return
    }
    this.#meanMs =
      this.#meanMs === null ? tookMs : this.#meanMs + (tookMs - this.#meanMs) * NEWEST_WEIGHT
  }

  /** The slot goes directly to the longest waiting one, so that no new arrival can take it. */
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
