const REMEMBERED_MS = 24 * 60 * 60_000
const MAX_REVOKED = 50_000
/**
 * How long after a change another instance of Gatehouse may still answer with the old state. What
 * is read in that time is trusted only briefly.
 */
const FENCE_MS = 2000
const MAX_FENCED = 10_000

/** The sessions that ended, and the users who changed in the last two seconds. */
export class RecentChanges {
  readonly #steady: () => number
  /** Both in the order of their times, oldest first. */
  readonly #revoked = new Map<string, number>()
  readonly #fenced = new Map<string, number>()
  #allFencedAt = -Infinity

  constructor(steady: () => number) {
    this.#steady = steady
  }

  /** A session never comes back, so it is refused until its last access token has expired. */
  revoke(sessionId: string): void {
    remember(this.#revoked, sessionId, this.#steady())
    prune(this.#revoked, this.#steady() - REMEMBERED_MS, MAX_REVOKED)
  }

  isRevoked(sessionId: string): boolean {
    return this.#revoked.has(sessionId)
  }

  /** Notes a change of a user; null: of any user. */
  fence(userId: string | null): void {
    if (userId === null) {
      this.#allFencedAt = this.#steady()
      return
    }
    prune(this.#fenced, this.#steady() - FENCE_MS, MAX_FENCED)
    if (this.#fenced.size >= MAX_FENCED - 1) return this.fence(null)
    remember(this.#fenced, userId, this.#steady())
  }

  /** Whether an answer about the user, requested at `at`, may be the old state. */
  isFenced(userId: string, at: number): boolean {
    const changedAt = Math.max(this.#allFencedAt, this.#fenced.get(userId) ?? -Infinity)
    return at < changedAt + FENCE_MS
  }
}

function remember(times: Map<string, number>, name: string, at: number): void {
  times.delete(name)
  times.set(name, at)
}

function prune(times: Map<string, number>, oldest: number, max: number): void {
  for (const [name, at] of times) {
    if (at > oldest && times.size <= max) return
    times.delete(name)
  }
}
