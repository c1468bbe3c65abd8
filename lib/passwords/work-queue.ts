import { RefusedError, refuse } from '@/lib/platform/problems'

export interface WorkQueueLimits {
  /** How many may be at work at once. */
  concurrency: number
  /** How many more may wait. */
  maxWaiting: number
  /** How long one of them waits at most. */
  maxWaitSeconds: number
}

interface Waiter {
  start(): void
  timer: NodeJS.Timeout
}

/**
 * Runs costly work a few at a time, in order of arrival. Who finds the line full, or has stood in it for too long, is
 * refused with `overloaded`: under a flood the service says no quickly instead of answering everybody too late.
 */
export class WorkQueue {
  readonly #limits: WorkQueueLimits
  readonly #waiting = new Set<Waiter>()
  #running = 0

  constructor(limits: WorkQueueLimits) {
    this.#limits = limits
  }

  /** Runs `work` when its turn comes. Throws RefusedError (`overloaded`), or what `work` throws. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.concurrency) this.#running++
    else await this.#turn()
    try {
      return await work()
    } finally {
      this.#handOver()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.size >= this.#limits.maxWaiting) return Promise.reject(overloaded())
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

  /** The place goes straight to the one who has waited longest, so that no newcomer can slip in between. */
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
