const MIN_PAUSE_MS = 20
const MAX_PAUSE_MS = 60
const MAX_WAITING = 512

interface QueueLine {
  places: Set<QueuePlace>
  /** When an attempt on this budget was last seen to be decided: monotonic milliseconds. */
  movedAt: number
}

/**
 * Lines of those who wait, in this process, for an undecided attempt on the same budget. Only the
 * first of a line asks the database again: when an attempt on that budget is settled here, and
 * every 20–60 ms for those settled elsewhere. So a burst costs the database one question at a time,
 * and who came first goes first.
 */
export class AttemptQueue {
  readonly #lines = new Map<string, QueueLine>()
  #waiting = 0

  /** Joins the line for `budget`; null when too many wait already. */
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

  /** Tells the line for `budget` that something was settled. */
  nudge(budget: string): void {
    const line = this.#lines.get(budget)
    if (!line) return
    line.movedAt = performance.now()
    const [first] = line.places
    first?.nudge()
  }

  #leave(line: QueueLine, place: QueuePlace): void {
    if (!line.places.delete(place)) return
    this.#waiting--
    const [first] = line.places
    if (first) first.becomeFirst()
    else this.#lines.delete(place.budget)
  }
}

/** One place in a line. */
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
   * Resolves to true when it is time to ask again; to false when the line has not moved for
   * `patienceMs`, or when `giveUpAt` (monotonic milliseconds) is past.
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

  /** Called for somebody admitted from this line: those behind see that it moves. */
  admitted(): void {
    this.#line.movedAt = performance.now()
    this.leave()
  }

  /** A nudge that comes while the database is being asked is kept for the next turn. */
  nudge(): void {
    this.#nudged = true
    this.#wake?.()
  }

  /**
   * Called when those before have left: asks at once, for what let them through may let this one
   * through too.
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
