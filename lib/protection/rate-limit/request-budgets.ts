import { processSingleton, resetSingleton } from '@/lib/config/process-singleton'
import { settings } from '@/lib/config/settings'
import { ipKey } from '@/lib/platform/ip-address'
import { logger } from '@/lib/platform/logger'
import { primaryChannel } from '@/lib/platform/workers/primary-channel'
import { openPrimaryWindows } from '@/lib/protection/rate-limit/primary-windows'
import type { Rate, SharedWindows } from '@/lib/protection/rate-limit/shared-windows'
import { SlidingWindow, type Taken } from '@/lib/protection/rate-limit/sliding-window'

/** How long a request waits for the shared count before this process counts on its own. */
const SHARED_WITHIN_MS = 250
const REMEMBERED = 'request-budgets'

/**
 * What is counted: the requests of an IP address, those of a signed-in user or API key, or the
 * profile pictures that a user sends.
 */
export type BudgetName = 'ip' | 'user' | 'avatar'

/** Decoding a picture takes more time and memory than anything else that every user may do. */
const AVATAR_RATE: Rate = { limit: 30, windowSeconds: 600 }

/** What is left of a budget. */
export interface Budget {
  name: BudgetName
  allowed: boolean
  limit: number
  remaining: number
  /** Until the budget is full again, or until the next request is allowed; at least 1. */
  resetSeconds: number
  windowSeconds: number
}

interface Counts {
  take(name: BudgetName, key: string): Promise<Taken>
  close(): void
}

/**
 * Charges one request to an IP address (AUTH_IP_RATE_LIMIT; IPv6 by /64; unknown addresses share
 * one budget). Never throws.
 */
export function takeFromIpBudget(ip: string | null): Promise<Budget> {
  return take('ip', ipKey(ip))
}

/**
 * Charges one request to a user or an API key (AUTH_USER_RATE_LIMIT), across sessions and
 * addresses. Never throws.
 */
export function takeFromUserBudget(id: string): Promise<Budget> {
  return take('user', id)
}

/** Charges one profile picture to a user. Never throws. */
export function takeFromAvatarBudget(userId: string): Promise<Budget> {
  return take('avatar', userId)
}

/** Connects to the shared counts, so that the first requests need not wait for that. */
export function openRequestBudgets(): void {
  counts()
}

/**
 * Closes the connection to the shared counts. The next request opens a new one with the current
 * settings.
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

function rateOf(name: BudgetName): Rate {
  if (name === 'avatar') return AVATAR_RATE
  return settings().guard[name === 'ip' ? 'ipRateLimit' : 'userRateLimit']
}

/** One of each, by name. */
const forEachBudget = <T>(open: (name: BudgetName) => T): Record<BudgetName, T> => ({
  ip: open('ip'),
  user: open('user'),
  avatar: open('avatar'),
})

const counts = () => processSingleton(REMEMBERED, openCounts)

/**
 * Shared by all instances if Upstash or Redis is configured; otherwise, and while those are
 * unavailable, by the workers of this instance.
 */
function openCounts(): Counts {
  const place = openPlace()
  const takeHere = takeInInstance()
  if (!place) return { take: async (name, key) => takeHere(name, key), close: () => {} }
  const [placeName, windows] = place
  return {
    take: withFallback({ name: placeName, withinMs: SHARED_WITHIN_MS }, takeIn(windows), takeHere),
    close: () =>
      void windows.then(
        (opened) => opened.close(),
        () => undefined,
      ),
  }
}

type Take = (name: BudgetName, key: string) => Taken | Promise<Taken>

/** Counts in the primary process if there are several workers. */
function takeInInstance(): Take {
  const local = forEachBudget((name) => new SlidingWindow(rateOf(name)))
  const takeHere = (name: BudgetName, key: string) => local[name].take(key, performance.now())
  const primary = primaryChannel()
  if (!primary) return takeHere
  const name = 'primary process (rate limit)'
  return withFallback(
    { name, withinMs: SHARED_WITHIN_MS },
    takeIn(Promise.resolve(openPrimaryWindows(primary))),
    takeHere,
  )
}

function takeIn(windows: Promise<SharedWindows>): Counts['take'] {
  const shared = windows.then((opened) =>
    forEachBudget((name) => opened.window(name, rateOf(name))),
  )
  // Each call gets the failure, but the first may come after Node reports it as unhandled.
  shared.catch(() => undefined)
  return async (name, key) => (await shared)[name](key)
}

/** The packages of Upstash and Redis are loaded only where they are used. */
function openPlace(): [name: string, windows: Promise<SharedWindows>] | null {
  const { upstash, redisUrl } = settings()
  const stores = () => import('@/lib/protection/rate-limit/shared-windows')
  if (upstash)
    return [
      'upstash (rate limit)',
      stores().then(({ openUpstashWindows }) => openUpstashWindows(upstash, SHARED_WITHIN_MS)),
    ]
  if (!redisUrl) return null
  return ['redis (rate limit)', stores().then(({ openRedisWindows }) => openRedisWindows(redisUrl))]
}

/** How long after a failure no request waits for `first` again; then one tries it. */
const PAUSE_MS = 1000

/**
 * Calls `first`, and `second` while `first` fails or takes longer than `withinMs`. Logs one line
 * when it becomes unavailable and one when it is back. `clock` is monotonic milliseconds.
 */
export function withFallback<A extends unknown[], T>(
  { name, withinMs }: { name: string; withinMs: number },
  first: (...args: A) => Promise<T>,
  second: (...args: A) => T | Promise<T>,
  clock: () => number = () => performance.now(),
): (...args: A) => Promise<T> {
  let away = false
  let nextTryAt = -Infinity
  return async (...args) => {
    if (away) {
      if (clock() < nextTryAt) return second(...args)
      // Only this call tries it; the others keep using `second`.
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
