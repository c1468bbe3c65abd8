import { processSingleton, resetSingleton } from '@/lib/config/process-singleton'
import { settings } from '@/lib/config/settings'
import { now } from '@/lib/platform/clock'
import { ipKey } from '@/lib/platform/ip-address'
import { logger } from '@/lib/platform/logger'
import {
  openRedisWindows,
  openUpstashWindows,
  type SharedWindows,
} from '@/lib/protection/rate-limit/shared-windows'
import { SlidingWindow, type Taken } from '@/lib/protection/rate-limit/sliding-window'

/** How long a request waits for the shared count before this process counts alone. */
const SHARED_WITHIN_MS = 250
const REMEMBERED = 'request-budgets'

/** Whose requests are counted: those of a client address, or those of a signed-in person. */
export type BudgetName = 'ip' | 'user'

/** What is left of a budget. */
export interface Budget {
  name: BudgetName
  allowed: boolean
  limit: number
  remaining: number
  /** Until the budget is whole again, or until the next request may pass; at least 1. */
  resetSeconds: number
  windowSeconds: number
}

interface Counts {
  take(name: BudgetName, key: string): Promise<Taken>
  close(): void
}

/**
 * Charges one request to a client address (AUTH_IP_RATE_LIMIT; IPv6 by /64; unknown addresses share
 * one). Never throws.
 */
export function takeFromIpBudget(ip: string | null): Promise<Budget> {
  return take('ip', ipKey(ip))
}

/**
 * Charges one request to a person (AUTH_USER_RATE_LIMIT), whichever sessions and addresses they
 * come by. Never throws.
 */
export function takeFromUserBudget(userId: string): Promise<Budget> {
  return take('user', userId)
}

/**
 * Closes the connection to where the budgets are counted; the next request opens it anew, by the
 * settings in force.
 */
export function closeRequestBudgets(): void {
  counts().close()
  resetSingleton(REMEMBERED)
}

async function take(name: BudgetName, key: string): Promise<Budget> {
  const { limit, windowSeconds } = rateOf(name)
  const { allowed, remaining, resetMs } = await counts().take(name, key)
  const resetSeconds = Math.min(windowSeconds, Math.max(1, Math.ceil(resetMs / 1000)))
  return { name, allowed, limit, remaining, resetSeconds, windowSeconds }
}

const rateOf = (name: BudgetName) =>
  settings().guard[name === 'ip' ? 'ipRateLimit' : 'userRateLimit']
const counts = () => processSingleton(REMEMBERED, openCounts)

/**
 * By all instances together where Upstash or Redis is configured, in this process otherwise and
 * while those are away.
 */
function openCounts(): Counts {
  const local = { ip: new SlidingWindow(rateOf('ip')), user: new SlidingWindow(rateOf('user')) }
  const takeHere: (name: BudgetName, key: string) => Taken = (name, key) =>
    local[name].take(key, now())
  const place = openPlace()
  if (!place) return { take: async (name, key) => takeHere(name, key), close: () => {} }
  const [placeName, windows] = place
  const shared = {
    ip: windows.window('ip', rateOf('ip')),
    user: windows.window('user', rateOf('user')),
  }
  const takeThere: Counts['take'] = (name, key) => shared[name](key)
  return {
    take: withFallback({ name: placeName, withinMs: SHARED_WITHIN_MS }, takeThere, takeHere),
    close: () => windows.close(),
  }
}

function openPlace(): [name: string, windows: SharedWindows] | null {
  const { upstash, redisUrl } = settings()
  if (upstash) return ['upstash (rate limit)', openUpstashWindows(upstash, SHARED_WITHIN_MS)]
  return redisUrl ? ['redis (rate limit)', openRedisWindows(redisUrl)] : null
}

/** After a failure nobody waits for the first choice again for this long; then one tries it. */
const PAUSE_MS = 1000

/**
 * Asks `first`, and `second` while `first` fails or takes longer than `withinMs`. One line in the
 * log when it goes away and one when it is back. `clock` is monotonic milliseconds.
 */
export function withFallback<A extends unknown[], T>(
  { name, withinMs }: { name: string; withinMs: number },
  first: (...args: A) => Promise<T>,
  second: (...args: A) => T,
  clock: () => number = () => performance.now(),
): (...args: A) => Promise<T> {
  let away = false
  let nextTryAt = -Infinity
  return async (...args) => {
    if (away) {
      if (clock() < nextTryAt) return second(...args)
      // This one tries; the others need not find out, too.
      nextTryAt = clock() + PAUSE_MS
    }
    try {
      const value = await within(withinMs, first(...args))
      if (away) logger().info({ dependency: name }, 'is back')
      away = false
      return value
    } catch (error) {
      if (!away)
        logger().warn(
          { dependency: name, reason: String(error) },
          'is away; counting in this process',
        )
      away = true
      nextTryAt = clock() + PAUSE_MS
      return second(...args)
    }
  }
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
