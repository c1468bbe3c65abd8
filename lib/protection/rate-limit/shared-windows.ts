import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import { createClient } from 'redis'
import type { Taken } from '@/lib/protection/rate-limit/sliding-window'

export interface Rate {
  limit: number
  windowSeconds: number
}

/** Counts one request of a key. Throws if the store is unavailable. */
export type SharedWindow = (key: string) => Promise<Taken>

/** Windows that all instances share. */
export interface SharedWindows {
  /** The window of that name. Windows of the same name share their counts. */
  window(name: string, rate: Rate): SharedWindow
  close(): void
}

/** Counts in Upstash over its REST protocol; a call ends after `withinMs`. */
export function openUpstashWindows(
  place: { url: string; token: string },
  withinMs: number,
): SharedWindows {
  const redis = new Redis({
    ...place,
    retry: { retries: 0 },
    enableTelemetry: false,
    // A function instead of a signal: with a signal the client returns an abort as if it were a
    // reply.
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

/** What @upstash/ratelimit needs from Redis in a single region without extras. */
interface RedisScripts {
  eval(script: string, keys: string[], args: unknown[]): Promise<unknown>
  evalsha(hash: string, keys: string[], args: unknown[]): Promise<unknown>
}

const CONNECT_WITHIN_MS = 1500
const MAX_RECONNECT_PAUSE_MS = 1000
/** Requests wait no longer for the shared count (`SHARED_WITHIN_MS`). */
const FIRST_CONNECTION_WITHIN_MS = 250

/**
 * Implements @upstash/ratelimit's client interface on a connection to the Redis server at `url`,
 * opened at once and reopened indefinitely. While there is none, scripts fail at once; only those
 * sent right after opening wait briefly. None runs later: its request has been counted elsewhere.
 */
function openRedisScripts(url: string): RedisScripts & { close(): void } {
  const client = createClient({
    url,
    name: 'gatehouse-limiter',
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: CONNECT_WITHIN_MS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, MAX_RECONNECT_PAUSE_MS),
    },
  })
  // The caller sees its script fail; without a listener an error would end the process.
  client.on('error', () => {})
  client.unref()
  const settled = Promise.race([
    once(client, 'ready'), // rejects at the first error
    sleep(FIRST_CONNECTION_WITHIN_MS, undefined, { ref: false }),
  ]).catch(() => undefined)
  // Pending while it retries; closing rejects it.
  client.connect().catch(() => undefined)
  const optionsOf = (keys: string[], args: unknown[]) => ({ keys, arguments: args.map(String) })
  return {
    async eval(script, keys, args) {
      await settled
      return client.eval(script, optionsOf(keys, args))
    },
    async evalsha(hash, keys, args) {
      await settled
      return client.evalSha(hash, optionsOf(keys, args))
    },
    close: () => client.destroy(),
  }
}
