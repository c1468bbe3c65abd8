import { settings } from '@/lib/config/settings'
import { now } from '@/lib/platform/clock'
import { forget, remember } from '@/lib/platform/remember'
import { withFallback } from '@/lib/rate-limit/fallback'
import { ipKey } from '@/lib/rate-limit/ip-key'
import type { IpBudget } from '@/lib/rate-limit/rate-limit-headers'
import { openRedisWindow, openUpstashWindow, type SharedWindow } from '@/lib/rate-limit/shared-window'
import { SlidingWindow, type Taken } from '@/lib/rate-limit/sliding-window'

/** How long a request waits for the shared count before this process counts alone. */
const SHARED_WITHIN_MS = 250
const REMEMBERED = 'ip-limiter'

interface Limiter {
  take(key: string): Promise<Taken>
  close(): void
}

/**
 * Charges one request to the budget of a client address (AUTH_IP_RATE_LIMIT; IPv6 by /64; unknown addresses share one) and
 * tells what is left. Counted by all instances together where Upstash or Redis is configured, in this process otherwise and
 * while those are away. Never throws.
 */
export async function takeFromIpBudget(ip: string | null): Promise<IpBudget> {
  const { limit, windowSeconds } = settings().guard.ipRateLimit
  const { allowed, remaining, resetMs } = await limiter().take(ipKey(ip))
  return {
    allowed,
    limit,
    remaining,
    resetSeconds: Math.min(windowSeconds, Math.max(1, Math.ceil(resetMs / 1000))),
    windowSeconds,
  }
}

/** Closes the connection to where the budgets are counted; the next request opens it anew, by the settings in force. */
export function closeIpLimiter(): void {
  limiter().close()
  forget(REMEMBERED)
}

const limiter = () => remember(REMEMBERED, openLimiter)

function openLimiter(): Limiter {
  const local = new SlidingWindow(settings().guard.ipRateLimit)
  const takeHere = (key: string) => local.take(key, now())
  const shared = openShared()
  if (!shared) return { take: async (key) => takeHere(key), close: () => {} }
  const [name, window] = shared
  return {
    take: withFallback({ name, withinMs: SHARED_WITHIN_MS }, window.take, takeHere),
    close: () => window.close(),
  }
}

function openShared(): [name: string, window: SharedWindow] | null {
  const { upstash, redisUrl, guard } = settings()
  if (upstash)
    return ['upstash (rate limit)', openUpstashWindow(upstash, guard.ipRateLimit, SHARED_WITHIN_MS)]
  return redisUrl ? ['redis (rate limit)', openRedisWindow(redisUrl, guard.ipRateLimit)] : null
}
