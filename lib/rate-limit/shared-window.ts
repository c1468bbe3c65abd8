import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import { openRedisScripts } from '@/lib/rate-limit/redis-scripts'
import type { Taken } from '@/lib/rate-limit/sliding-window'

/** A window that all instances count in together. `take` throws when the place where it is kept is away. */
export interface SharedWindow {
  take(key: string): Promise<Taken>
  close(): void
}

interface Rate {
  limit: number
  windowSeconds: number
}

/** Counts in Upstash, over its REST protocol; a call ends after `withinMs`. */
export function openUpstashWindow(
  place: { url: string; token: string },
  rate: Rate,
  withinMs: number,
): SharedWindow {
  const redis = new Redis({
    ...place,
    retry: { retries: 0 },
    enableTelemetry: false,
    // A function and not a signal: with a signal the client answers an abort as if it were a reply.
    signal: () => AbortSignal.timeout(withinMs),
  })
  return { take: taker(redis, rate), close: () => {} }
}

/** Counts in the Redis server at `url`, with the same scripts. */
export function openRedisWindow(url: string, rate: Rate): SharedWindow {
  const scripts = openRedisScripts(url)
  return { take: taker(scripts as unknown as Redis, rate), close: () => scripts.close() }
}

function taker(redis: Redis, { limit, windowSeconds }: Rate): SharedWindow['take'] {
  const ratelimit = new Ratelimit({
    redis,
    limiter: Ratelimit.slidingWindow(limit, `${windowSeconds} s`),
    prefix: 'gatehouse:ip',
    // Its cache of refused keys grows without bound and refuses for longer than the window asks.
    ephemeralCache: false,
    // Its own time limit lets requests pass uncounted.
    timeout: 0,
    analytics: false,
  })
  return async (key) => {
    const { success, remaining, reset } = await ratelimit.limit(key)
    return { allowed: success, remaining, resetMs: reset - Date.now() }
  }
}
