import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import { openRedisScripts } from '@/lib/rate-limit/redis-scripts'
import type { Taken } from '@/lib/rate-limit/sliding-window'

export interface Rate {
  limit: number
  windowSeconds: number
}

/** Counts one request of a key. Throws when the place where it is counted is away. */
export type SharedWindow = (key: string) => Promise<Taken>

/** Where windows are kept that all instances count in together. */
export interface SharedWindows {
  /** The window of that name; the same name counts the same. */
  window(name: string, rate: Rate): SharedWindow
  close(): void
}

/** Counts in Upstash, over its REST protocol; a call ends after `withinMs`. */
export function openUpstashWindows(place: { url: string; token: string }, withinMs: number): SharedWindows {
  const redis = new Redis({
    ...place,
    retry: { retries: 0 },
    enableTelemetry: false,
    // A function and not a signal: with a signal the client answers an abort as if it were a reply.
    signal: () => AbortSignal.timeout(withinMs),
  })
  return { window: (name, rate) => windowIn(redis, name, rate), close: () => {} }
}

/** Counts in the Redis server at `url`, with the same scripts, over one connection. */
export function openRedisWindows(url: string): SharedWindows {
  const scripts = openRedisScripts(url)
  return {
    window: (name, rate) => windowIn(scripts as unknown as Redis, name, rate),
    close: () => scripts.close(),
  }
}

function windowIn(redis: Redis, name: string, { limit, windowSeconds }: Rate): SharedWindow {
  const ratelimit = new Ratelimit({
    redis,
    limiter: Ratelimit.slidingWindow(limit, `${windowSeconds} s`),
    prefix: `gatehouse:${name}`,
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
