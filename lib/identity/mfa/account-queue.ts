import { processSingleton } from '@/lib/config/process-singleton'
import { type Refusal, refuse } from '@/lib/platform/problems'

/** How many attempts per account may wait before the next one is refused. */
const MAX_WAITING = 64
/** How long an attempt waits for those ahead of it. */
const PATIENCE_MS = 2000

/**
 * Queues within this process, one per account. Codes of an account are verified one after the other
 * under its row lock. Without a queue each attempt would hold a database connection while it waits
 * for that row, and a handful of accounts could use up the pool.
 */
export class AccountQueue {
  /** Accounts with work in progress, and who waits for each, in order of arrival. */
  readonly #lines = new Map<string, Set<() => void>>()
  readonly #patienceMs: number

  constructor({ patienceMs = PATIENCE_MS } = {}) {
    this.#patienceMs = patienceMs
  }

  /**
   * Runs `work` when no other work for that account is running. Returns `overloaded` without
   * running it when too many are waiting or the wait is too long.
   */
  async run<T>(account: string, work: () => Promise<T>): Promise<T | Refusal> {
    const waiting = this.#lines.get(account)
    if (!waiting) this.#lines.set(account, new Set())
    else if (waiting.size >= MAX_WAITING || !(await this.#turnIn(waiting)))
      return refuse('overloaded', { retryAfterSeconds: 1 })
    try {
      return await work()
    } finally {
      this.#next(account)
    }
  }

  #turnIn(waiting: Set<() => void>): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = (admitted: boolean) => {
        clearTimeout(patience)
        waiting.delete(admit)
        resolve(admitted)
      }
      const admit = () => leave(true)
      const patience = setTimeout(() => leave(false), this.#patienceMs)
      waiting.add(admit)
    })
  }

  #next(account: string): void {
    const [first] = this.#lines.get(account) ?? []
    if (first) first()
    else this.#lines.delete(account)
  }
}

/**
 * Runs a code verification in the user's queue; see `AccountQueue`. Call it outside any
 * transaction.
 */
export function runInAccountQueue<T>(userId: string, work: () => Promise<T>): Promise<T | Refusal> {
  return processSingleton('second-factor-queue', () => new AccountQueue()).run(userId, work)
}
