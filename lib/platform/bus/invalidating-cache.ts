import { LRUCache } from 'lru-cache'
import { busNeedsFence, isBusAlive } from '@/lib/platform/bus/bus'
import { COMMIT_ENDS_WITHIN_MS } from '@/lib/platform/db/server-pool'

/**
 * How long, from the start of its load, a value that may be the old state is served (see
 * InvalidationFence).
 */
const FENCED_TTL_MS = 400

export interface InvalidatingCacheOptions<V> {
  /** How many values are kept; the least recently used are evicted first. */
  max: number
  /** How long a value may be served after it was stored. */
  ttlSeconds: number
  /** What besides its key can invalidate a value (the user of a session). */
  tagsOf?: (value: V) => readonly string[]
  /** The state of the bus; tests supply their own. */
  bus?: { isAlive(): boolean; needsFence(): boolean }
  /** A monotonic clock, in milliseconds. */
  clock?: () => number
}

/**
 * Caches what was loaded from the database until a bus message invalidates it. A load that began
 * before an invalidation is never stored, whatever the order in which the two end: otherwise a
 * revoked session could live on in the cache. While the bus is not proven alive, every get loads.
 */
export class InvalidatingCache<V extends object> {
  readonly #values: LRUCache<string, V>
  readonly #keysByTag = new Map<string, Set<string>>()
  /**
   * The loads that may still be joined and stored. An invalidation removes them; they then end for
   * their callers only.
   */
  readonly #flights = new Map<string, Promise<V | null>>()
  readonly #fence: InvalidationFence
  readonly #clock: () => number
  readonly #bus: { isAlive(): boolean; needsFence(): boolean }
  readonly #tagsOf: ((value: V) => readonly string[]) | undefined

  constructor(options: InvalidatingCacheOptions<V>) {
    const clock = options.clock ?? (() => performance.now())
    this.#clock = clock
    this.#bus = options.bus ?? { isAlive: isBusAlive, needsFence: busNeedsFence }
    this.#fence = new InvalidationFence(clock)
    this.#tagsOf = options.tagsOf
    this.#values = new LRUCache<string, V>({
      max: options.max,
      ttl: options.ttlSeconds * 1000,
      ttlResolution: 0,
      perf: { now: clock },
      dispose: (value, key) => this.#untag(key, value),
    })
  }

  /** The value of `key` if it is cached and may be served now. Allocates nothing. */
  peek(key: string): V | undefined {
    return this.#bus.isAlive() ? this.#values.get(key) : undefined
  }

  /**
   * The value of `key`, loaded if it is not cached; concurrent callers share the load. null (not
   * found) is never cached. Rejects with the error of `load`.
   */
  get(key: string, load: () => Promise<V | null>): Promise<V | null> {
    const remembered = this.peek(key)
    if (remembered) return Promise.resolve(remembered)
    // Without the bus, this process doesn't learn that a load in flight has become outdated, so
    // each caller loads for itself.
    const flight = this.#bus.isAlive() ? this.#flights.get(key) : undefined
    return flight ?? this.#take(key, load)
  }

  /** Invalidates one value, on a message. */
  invalidate(key: string): void {
    if (this.#bus.needsFence()) this.#fence.add(`key:${key}`)
    this.forget(key)
  }

  /**
   * Invalidates one value that this process knows to have changed: what is loaded from now on is
   * the new state.
   */
  forget(key: string): void {
    this.#flights.delete(key)
    this.#values.delete(key)
  }

  /** Invalidates every value with `tag`, on a message. */
  invalidateTag(tag: string): void {
    if (this.#bus.needsFence()) this.#fence.add(`tag:${tag}`)
    // The tags of a load in flight are unknown until it ends, so none may be stored.
    this.#flights.clear()
    for (const key of this.#keysByTag.get(tag) ?? []) this.#values.delete(key)
  }

  /** Drops everything, on a message. */
  clear(): void {
    if (this.#bus.needsFence()) this.#fence.addAll()
    this.#flights.clear()
    this.#values.clear()
  }

  #take(key: string, load: () => Promise<V | null>): Promise<V | null> {
    const start = this.#clock()
    const flight = Promise.resolve()
      .then(load)
      .then((value) => {
        if (value && this.#flights.get(key) === flight) this.#store(key, value, start)
        return value
      })
      .finally(() => {
        if (this.#flights.get(key) === flight) this.#flights.delete(key)
      })
    this.#flights.set(key, flight)
    return flight
  }

  #store(key: string, value: V, start: number): void {
    const tags = this.#tagsOf?.(value) ?? []
    const held = this.#fence.has(`key:${key}`) || tags.some((tag) => this.#fence.has(`tag:${tag}`))
    this.#values.set(key, value, held ? { ttl: FENCED_TTL_MS, start } : undefined)
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag)
      if (keys) keys.add(key)
      else this.#keysByTag.set(tag, new Set([key]))
    }
  }

  #untag(key: string, value: V): void {
    for (const tag of this.#tagsOf?.(value) ?? []) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}

const MAX_NAMES = 10_000

/**
 * The names invalidated in the last COMMIT_ENDS_WITHIN_MS. A message that is sent before its commit
 * may arrive before the change is visible. What is loaded then may be the old state and must not be
 * cached for long.
 */
class InvalidationFence {
  readonly #clock: () => number
  /** Name to the end of its fence, soonest first. */
  readonly #ends = new Map<string, number>()
  #allEnd = -Infinity

  /** `clock` is monotonic, in milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  add(name: string): void {
    this.#dropEnded()
    if (this.#ends.size >= MAX_NAMES) return this.addAll()
    this.#ends.delete(name)
    this.#ends.set(name, this.#clock() + COMMIT_ENDS_WITHIN_MS)
  }

  /** Fences every name. */
  addAll(): void {
    this.#ends.clear()
    this.#allEnd = this.#clock() + COMMIT_ENDS_WITHIN_MS
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
