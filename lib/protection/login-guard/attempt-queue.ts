import { processSingleton } from '@/lib/config/process-singleton'

const MIN_PAUSE_MS = 20
const MAX_PAUSE_MS = 60
const MAX_WAITING = 512

/** The budgets that an attempt was charged to. */
interface ChargedBudgets {
  accountKey: Buffer | null
  ipKey: Buffer | null
}

interface QueueLine {
  places: Set<QueuePlace>
  /** When an attempt on this budget was last seen to be settled: monotonic milliseconds. */
  movedAt: number
}

/**
 * Queues of attempts, in this process, that wait for an unsettled attempt on the same budget. Only
 * the first in a queue asks the database again: when an attempt on that budget is settled here, and
 * every 20–60 ms for those settled elsewhere. So a burst costs the database one query at a time,
 * and attempts are served in order of arrival.
 */
export class AttemptQueue {
  readonly #lines = new Map<string, QueueLine>()
  #waiting = 0

  /** Joins the queue for `budget`; null if too many are waiting already. */
  join(budget: string): QueuePlace | null {
    if (this.#waiting >= MAX_WAITING) return null
    this.#waiting++
    const line = this.#lines.get(budget) ?? {
      places: new Set<QueuePlace>(),
      movedAt: performance.now(),
    }
    this.#lines.set(budget, line)
    const place = new QueuePlace(budget, line, () => this.#leave(line, place))
    line.places.add(place)
    if (line.places.size === 1) place.becomeFirst()
    return place
  }

  /** Signals the queue for `budget` that an attempt was settled. */
  nudge(budget: string): void {
    const line = this.#lines.get(budget)
    if (!line) return
    line.movedAt = performance.now()
    const [first] = line.places
    first?.nudge()
  }

  /** Signals the queues for all budgets that an attempt was charged to. */
  nudgeAll({ accountKey, ipKey }: ChargedBudgets): void {
    for (const key of [accountKey, ipKey]) if (key) this.nudge(key.toString('hex'))
  }

  /** Whether an attempt waits for one of the budgets that this one was charged to. */
  isWaitingFor({ accountKey, ipKey }: ChargedBudgets): boolean {
    return [accountKey, ipKey].some((key) => key && this.#lines.has(key.toString('hex')))
  }

  #leave(line: QueueLine, place: QueuePlace): void {
    if (!line.places.delete(place)) return
    this.#waiting--
    const [first] = line.places
    if (first) first.becomeFirst()
    else this.#lines.delete(place.budget)
  }
}

/** The queues of this process. */
export function attemptQueue(): AttemptQueue {
  return processSingleton('login-guard-queue', () => new AttemptQueue())
}

/** One place in a queue. */
export class QueuePlace {
  readonly budget: string
  readonly leave: () => void
  readonly #line: QueueLine
  readonly #joinedAt = performance.now()
  #first = false
  #nudged = false
  #wake: (() => void) | null = null

  constructor(budget: string, line: QueueLine, leave: () => void) {
    this.budget = budget
    this.#line = line
    this.leave = leave
  }

  /**
   * Resolves to true when it is time to ask again; to false when the queue has not moved for
   * `patienceMs`, or when `giveUpAt` (monotonic milliseconds) has passed.
   */
  async turn(patienceMs: number, giveUpAt: number): Promise<boolean> {
    for (;;) {
      const waitedFrom = Math.max(this.#line.movedAt, this.#joinedAt)
      const left = Math.min(waitedFrom + patienceMs, giveUpAt) - performance.now()
      if (left <= 0) return false
      if (!this.#nudged) await this.#sleep(left)
      if (this.#nudged) {
        this.#nudged = false
        return true
      }
    }
  }

  /**
   * Called when an attempt from this queue is admitted: those behind it see that the queue moves.
   */
  admitted(): void {
    this.#line.movedAt = performance.now()
    this.leave()
  }

  /** A nudge during a database query is kept for the next turn. */
  nudge(): void {
    this.#nudged = true
    this.#wake?.()
  }

  /**
   * Called when those ahead have left. Asks at once, because the change that admitted them may
   * admit this one too.
   */
  becomeFirst(): void {
    this.#first = true
    this.nudge()
  }

  #sleep(forMs: number): Promise<void> {
    const pauseMs = MIN_PAUSE_MS + Math.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS)
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(patience)
        clearTimeout(pause)
        this.#wake = null
        resolve()
      }
      const patience = setTimeout(done, forMs)
      const pause = this.#first ? setTimeout(() => this.nudge(), pauseMs) : undefined
      this.#wake = done
    })
  }
}
