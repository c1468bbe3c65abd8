/** Work on one thing that can also be done for several things at once, at a lower cost each. */
export interface BatchableWork<Entry, Result> {
  one(entry: Entry): Promise<Result>
  /**
   * The results, in the order of the entries. `undefined` means that nothing was done for that
   * entry, which is then run alone. A throw becomes the result of every entry, so throw only what
   * each of them could get alone.
   */
  many(entries: readonly Entry[]): Promise<readonly (Result | undefined)[]>
}

export interface BatchLimits {
  /** How many pieces of work are under way at most before entries are collected. */
  maxUnderWay: number
  /** The most entries of one batch. A full one is sent at once. */
  maxSize: number
  /**
   * How long an entry waits at most, in milliseconds, so that work that hangs delays only its own
   * entries.
   */
  maxWaitMs: number
}

interface Waiter<Entry, Result> {
  entry: Entry
  resolve(result: Result | PromiseLike<Result>): void
  reject(error: unknown): void
}

/**
 * Natural batching: an entry that arrives while little is under way is run at once and alone; those
 * that arrive while `maxUnderWay` are, are collected, and run together as soon as one has ended.
 * Nothing waits for a batch to fill.
 */
export class Batcher<Entry, Result extends NonNullable<unknown> | null> {
  readonly #work: BatchableWork<Entry, Result>
  readonly #limits: BatchLimits
  #underWay = 0
  #waiting: Waiter<Entry, Result>[] = []

  constructor(work: BatchableWork<Entry, Result>, limits: BatchLimits) {
    this.#work = work
    this.#limits = limits
  }

  /** The result of one entry, or what its work throws. */
  run(entry: Entry): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject })
      const { maxSize, maxUnderWay } = this.#limits
      if (this.#underWay < maxUnderWay || this.#waiting.length >= maxSize) this.#start()
    })
  }

  #start(): void {
    const batch = this.#waiting
    this.#waiting = []
    this.#underWay++
    let isCounted = true
    const release = () => {
      if (!isCounted) return
      isCounted = false
      clearTimeout(timer)
      this.#underWay--
      if (this.#waiting.length > 0) this.#start()
    }
    const timer = setTimeout(release, this.#limits.maxWaitMs)
    void this.#run(batch).finally(release)
  }

  /** Never rejects: every waiter gets its own result. */
  async #run(batch: Waiter<Entry, Result>[]): Promise<void> {
    const [only] = batch
    if (only && batch.length === 1) return this.#runAlone(only)
    try {
      const results = await this.#work.many(batch.map(({ entry }) => entry))
      batch.forEach((waiter, i) => {
        const result = results[i]
        if (result === undefined) void this.#runAlone(waiter)
        else waiter.resolve(result)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  #runAlone({ entry, resolve, reject }: Waiter<Entry, Result>): Promise<void> {
    return this.#work.one(entry).then(resolve, reject)
  }
}
