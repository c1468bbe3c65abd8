import { processSingleton } from '@/lib/config/process-singleton'
import { type Refusal, refuse } from '@/lib/platform/problems'

/** How many wait for one account before the next is turned away. */
const MAX_WAITING = 64
/** How long one waits for those before it. */
const PATIENCE_MS = 2000

/**
 * Lines of this process, one for each account. Codes of an account are judged one after the other,
 * on its row: without a line each of them would hold a connection while it waits for that row, and
 * a handful of accounts could hold all there are.
 */
export class AttemptQueue {
  /** By account that somebody is at work on: who waits for it, first come first. */
  readonly #lines = new Map<string, Set<() => void>>()
  readonly #patienceMs: number

  constructor({ patienceMs = PATIENCE_MS } = {}) {
    this.#patienceMs = patienceMs
  }

  /**
   * Runs `work` when nobody else is at work on that account; `overloaded`, and it is not run, when
   * too many wait or it takes too long.
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
      const leave = (itIsMyTurn: boolean) => {
        clearTimeout(patience)
        waiting.delete(comeUp)
        resolve(itIsMyTurn)
      }
      const comeUp = () => leave(true)
      const patience = setTimeout(() => leave(false), this.#patienceMs)
      waiting.add(comeUp)
    })
  }

  #next(account: string): void {
    const [first] = this.#lines.get(account) ?? []
    if (first) first()
    else this.#lines.delete(account)
  }
}

/**
 * Runs what judges a code of that user in their line; see `AttemptQueue`. Call it outside any
 * transaction.
 */
export function runInAttemptQueue<T>(userId: string, work: () => Promise<T>): Promise<T | Refusal> {
  return processSingleton('second-factor-turns', () => new AttemptQueue()).run(userId, work)
}
