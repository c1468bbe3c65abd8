import { LRUCache } from 'lru-cache'
import { processSingleton } from '@/lib/config/process-singleton'

const MINUTE_MS = 60_000

/** When each kind of record was last written, in milliseconds; bounded, and per process. */
const written = () =>
  processSingleton('records-once-a-minute', () => new LRUCache<string, number>({ max: 20_000 }))

/**
 * Calls `record` at most once a minute for each `key`, so that repeated requests don't flood the
 * audit trail. Of concurrent requests, one records. If that fails, it throws, and the next request
 * records.
 */
export async function onceAMinute(
  key: string,
  now: Date,
  record: () => Promise<void>,
): Promise<void> {
  const before = written().get(key)
  const at = now.getTime()
  if (before !== undefined && Math.abs(at - before) < MINUTE_MS) return
  written().set(key, at)
  try {
    await record()
  } catch (error) {
    written().delete(key)
    throw error
  }
}
