/** Gatehouse beats every second, earlier versions every 5 seconds. */
const SHORTEST_MS = 1000
const LONGEST_MS = 5000
/**
 * A beat is late after this many of the shortest recent intervals: one late beat changes nothing.
 */
const TOLERANCE = 1.5
const INTERVALS = 3

/** Whether beats arrive as regularly as they did before. Times are of a steady clock. */
export class Heartbeat {
  #intervals: number[] = []
  #beatAt: number | null = null

  get isBeating(): boolean {
    return this.#beatAt !== null
  }

  beat(now: number): void {
    if (this.#beatAt !== null)
      this.#intervals = [...this.#intervals, now - this.#beatAt].slice(-INTERVALS)
    this.#beatAt = now
  }

  stop(): void {
    this.#beatAt = null
    this.#intervals = []
  }

  /** Whether no beat is late. */
  isRegular(now: number): boolean {
    if (this.#beatAt === null) return false
    const shortest = this.#intervals.length > 0 ? Math.min(...this.#intervals) : SHORTEST_MS
    const interval = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, shortest))
    return now - this.#beatAt <= interval * TOLERANCE
  }
}
