/** Longer than any commit that a message can run ahead of (statements end after 1.8 s). */
const HOLD_MS = 3000
const MAX_NAMES = 10_000

/**
 * Which names were invalidated in the last three seconds. A message that is sent before its commit may arrive before the
 * change is visible; what is loaded then may be the old state and must not be remembered.
 */
export class Holds {
  readonly #clock: () => number
  /** Name to the end of its hold; the oldest first. */
  readonly #ends = new Map<string, number>()
  #allEnd = -Infinity

  /** `clock` counts milliseconds and never goes back. */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  add(name: string): void {
    this.#dropEnded()
    if (this.#ends.size >= MAX_NAMES) return this.addAll()
    this.#ends.delete(name)
    this.#ends.set(name, this.#clock() + HOLD_MS)
  }

  /** Holds every name. */
  addAll(): void {
    this.#ends.clear()
    this.#allEnd = this.#clock() + HOLD_MS
  }

  has(name: string): boolean {
    const now = this.#clock()
    return now < this.#allEnd || now < (this.#ends.get(name) ?? -Infinity)
  }

  #dropEnded(): void {
    const now = this.#clock()
    for (const [name, end] of this.#ends) {
      if (end > now) return
      this.#ends.delete(name)
    }
  }
}
