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
  giveUp(error: RefusedError): void
  timer: NodeJS.Timeout
}

/**
 * Runs expensive work a few at a time: owners take turns, and the work of one runs in order of
 * arrival. Work is refused with `overloaded` if the queue is full, if the estimated wait is too
 * long, or if it has waited too long: under a flood the service refuses quickly instead of
 * answering everyone too late.
 */
export class WorkQueue {
  readonly #limits: WorkQueueLimits
  /** By owner; the first one is next. */
  readonly #waiting = new Map<string, Set<Waiter>>()
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
    return { running: this.#running, waiting: this.#countWaiting() }
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

  /**
   * Runs `work` when its turn comes. Throws RefusedError (`overloaded`), or what `work` throws.
   * `owner`: whose work it is, so that no one with much of it delays everyone else.
   */
  async run<T>(work: () => Promise<T>, owner = ''): Promise<T> {
    if (this.#running < this.#limits.concurrency) this.#running++
    else await this.#turn(owner)
    const startedAt = this.#nowMs()
    try {
      return await work()
    } finally {
      this.#measure(this.#nowMs() - startedAt)
      this.#handOver()
    }
  }

  #turn(owner: string): Promise<void> {
    if (!this.isWorthWaiting(this.#running + this.#countAhead(owner)))
      return Promise.reject(overloaded())
    if (this.#countWaiting() >= this.#limits.maxWaiting && !this.#makeRoom(owner))
      return Promise.reject(overloaded())
    return new Promise((start, giveUp) => {
      const waiter: Waiter = {
        start,
        giveUp,
        timer: setTimeout(() => {
          this.#remove(owner, waiter)
          giveUp(overloaded())
        }, this.#limits.maxWaitSeconds * 1000),
      }
      this.#waiting.set(owner, (this.#waiting.get(owner) ?? new Set()).add(waiter))
    })
  }

  #countWaiting(): number {
    let count = 0
    for (const waiters of this.#waiting.values()) count += waiters.size
    return count
  }

  /** How many get their turn before new work of an owner: of each other one, as many as it has. */
  #countAhead(owner: string): number {
    const turns = (this.#waiting.get(owner)?.size ?? 0) + 1
    let count = 0
    for (const waiters of this.#waiting.values()) count += Math.min(waiters.size, turns)
    return count
  }

  #remove(owner: string, waiter: Waiter): void {
    const waiters = this.#waiting.get(owner)
    clearTimeout(waiter.timer)
    if (waiters?.delete(waiter) && waiters.size === 0) this.#waiting.delete(owner)
  }

  /**
   * Makes room in a full queue by refusing the latest work of the owner with the most, unless
   * `owner` would have at least as much with its new work. Returns whether there is room.
   */
  #makeRoom(owner: string): boolean {
    const [greatest, waiters] = [...this.#waiting].reduce((a, b) => (b[1].size > a[1].size ? b : a))
    if (waiters.size <= (this.#waiting.get(owner)?.size ?? 0) + 1) return false
    const latest = [...waiters].at(-1)!
    this.#remove(greatest, latest)
    latest.giveUp(overloaded())
    return true
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

  /** The slot goes directly to whose turn it is, so that no new arrival can take it. */
  #handOver(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#running--
      return
    }
    const [owner, waiters] = next
    const [waiter] = waiters
    // Behind the others, if more of its work waits.
    this.#waiting.delete(owner)
    if (waiters.size > 1) this.#waiting.set(owner, waiters)
    this.#remove(owner, waiter!)
    waiter!.start()
  }
}

export const overloaded = () => new RefusedError(refuse('overloaded', { retryAfterSeconds: 1 }))
