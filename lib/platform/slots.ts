import { once } from '@/lib/platform/once'

/** Counts how much of something limited is in use, in all and by each holder. */
export class Slots {
  readonly #total: number
  readonly #taken = new Map<string, number>()
  #sum = 0

  constructor(total = Infinity) {
    this.#total = total
  }

  /**
   * Takes a slot and returns the function that releases it, which is safe to call twice; null if
   * the holder has `limit` of them, or all are taken.
   */
  take(holder: string, limit: number): (() => void) | null {
    const taken = this.#taken.get(holder) ?? 0
    if (taken >= limit || this.#sum >= this.#total) return null
    this.#taken.set(holder, taken + 1)
    this.#sum++
    return once(() => this.#release(holder))
  }

  #release(holder: string): void {
    this.#sum--
    const rest = this.#taken.get(holder)! - 1
    if (rest > 0) this.#taken.set(holder, rest)
    else this.#taken.delete(holder)
  }
}
