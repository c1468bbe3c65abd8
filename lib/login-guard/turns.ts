const MIN_PAUSE_MS = 20
const MAX_PAUSE_MS = 60
const MAX_WAITING = 512

/**
 * Lines of those who wait, in this process, for an undecided attempt on the same budget. Only the first of a line asks the
 * database again: when an attempt on that budget is settled here, and every 20–60 ms for those settled elsewhere. So a
 * burst costs the database one question at a time, and who came first goes first.
 */
export class Turns {
  readonly #lines = new Map<string, Set<Place>>()
  #waiting = 0

  /** Joins the line for `budget`; null when too many wait already. */
  join(budget: string): Place | null {
    if (this.#waiting >= MAX_WAITING) return null
    this.#waiting++
    const line = this.#lines.get(budget) ?? new Set<Place>()
    this.#lines.set(budget, line)
    const place = new Place(budget, () => this.#leave(line, place))
    line.add(place)
    if (line.size === 1) place.becomeFirst()
    return place
  }

  /** Tells the first in line for `budget` that something was settled. */
  nudge(budget: string): void {
    const [first] = this.#lines.get(budget) ?? []
    first?.nudge()
  }

  #leave(line: Set<Place>, place: Place): void {
    if (!line.delete(place)) return
    this.#waiting--
    const [first] = line
    if (first) first.becomeFirst()
    else this.#lines.delete(place.budget)
  }
}

/** One place in a line. */
export class Place {
  readonly budget: string
  readonly leave: () => void
  #first = false
  #nudged = false
  #wake: (() => void) | null = null

  constructor(budget: string, leave: () => void) {
    this.budget = budget
    this.leave = leave
  }

  /** Resolves to true when it is time to ask again, to false when `patienceMs` have passed before that. */
  async turn(patienceMs: number): Promise<boolean> {
    if (patienceMs <= 0) return false
    if (!this.#nudged) await this.#sleep(patienceMs)
    const nudged = this.#nudged
    this.#nudged = false
    return nudged
  }

  /** A nudge that comes while the database is being asked is kept for the next turn. */
  nudge(): void {
    this.#nudged = true
    this.#wake?.()
  }

  /** Called when those before have left: asks at once, for what let them through may let this one through too. */
  becomeFirst(): void {
    this.#first = true
    this.nudge()
  }

  #sleep(patienceMs: number): Promise<void> {
    const pauseMs = MIN_PAUSE_MS + Math.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS)
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(patience)
        clearTimeout(pause)
        this.#wake = null
        resolve()
      }
      const patience = setTimeout(done, patienceMs)
      const pause = this.#first ? setTimeout(() => this.nudge(), pauseMs) : undefined
      this.#wake = done
    })
  }
}
