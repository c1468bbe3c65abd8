/** Keeps texts for a time. */
export interface ExpiringStore {
  get(key: string): Promise<string | null>
  /** Replaces the text. It expires after that many seconds. */
  set(key: string, text: string, seconds: number): Promise<void>
  /**
   * Stores the text unless the key has one, and returns the one it has then, in one step: in Redis,
   * `SET … NX GET EX`.
   */
  add(key: string, text: string, seconds: number): Promise<string>
  delete(key: string): Promise<void>
}

const PURGE_EVERY_MS = 60_000

/** A store in the memory of this process. */
export function inMemory(): ExpiringStore {
  const entries = new Map<string, { text: string; until: number }>()
  let purgedAt = Date.now()

  /** Users who never return would otherwise stay in memory. */
  function purge(now: number) {
    if (now - purgedAt < PURGE_EVERY_MS) return
    purgedAt = now
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key)
  }

  function find(key: string): string | null {
    const entry = entries.get(key)
    return entry && entry.until > Date.now() ? entry.text : null
  }

  function put(key: string, text: string, seconds: number) {
    const now = Date.now()
    purge(now)
    entries.set(key, { text, until: now + seconds * 1000 })
  }

  return {
    get: async (key) => find(key),
    set: async (key, text, seconds) => put(key, text, seconds),
    add: async (key, text, seconds) => {
      const kept = find(key)
      if (kept === null) put(key, text, seconds)
      return kept ?? text
    },
    delete: async (key) => void entries.delete(key),
  }
}
