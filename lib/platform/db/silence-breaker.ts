/** After the last answer the server may be silent this long before one unanswered question means that it hangs. */
const GRACE_MS = 1000
/** How often one caller may ask a silent server whether it is back; the others are refused at once. */
const RETRY_EVERY_MS = 500

/**
 * Remembers that the database server hangs, so that not every request has to find out by waiting: the first ones wait for their
 * time limit, those that come then are refused at once, and one in each half second tries again. A slow statement or a busy pool
 * does not open it: a server that answers somebody is not silent.
 */
export class SilenceBreaker {
  readonly #now: () => number
  #answeredAt: number
  #silent = false
  #nextTryAt = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#answeredAt = now()
  }

  /** Whether a caller may ask now. */
  admits(): boolean {
    if (!this.#silent) return true
    if (this.#now() < this.#nextTryAt) return false
    this.#nextTryAt = this.#now() + RETRY_EVERY_MS
    return true
  }

  /** The server said something. */
  answered(): void {
    this.#answeredAt = this.#now()
    this.#silent = false
  }

  /** A time limit ran out without an answer. */
  unanswered(): void {
    if (this.#now() - this.#answeredAt < GRACE_MS) return
    if (!this.#silent) this.#nextTryAt = this.#now() + RETRY_EVERY_MS
    this.#silent = true
  }
}
