import { settings } from '@/lib/config/settings'
import { now } from '@/lib/platform/clock'
import { forget, remember } from '@/lib/platform/remember'
import { withFallback } from '@/lib/rate-limit/fallback'
import { ipKey } from '@/lib/rate-limit/ip-key'
import { openRedisWindows, openUpstashWindows, type SharedWindows } from '@/lib/rate-limit/shared-windows'
import { SlidingWindow, type Taken } from '@/lib/rate-limit/sliding-window'

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

/** Charges one request to a client address (AUTH_IP_RATE_LIMIT; IPv6 by /64; unknown addresses share one). Never throws. */
export function takeFromIpBudget(ip: string | null): Promise<Budget> {
  return take('ip', ipKey(ip))
}

/** Charges one request to a person (AUTH_USER_RATE_LIMIT), whichever sessions and addresses they come by. Never throws. */
export function takeFromUserBudget(userId: string): Promise<Budget> {
  return take('user', userId)
}

/** Closes the connection to where the budgets are counted; the next request opens it anew, by the settings in force. */
export function closeRequestBudgets(): void {
  counts().close()
  forget(REMEMBERED)
}

async function take(name: BudgetName, key: string): Promise<Budget> {
  const { limit, windowSeconds } = rateOf(name)
  const { allowed, remaining, resetMs } = await counts().take(name, key)
  const resetSeconds = Math.min(windowSeconds, Math.max(1, Math.ceil(resetMs / 1000)))
  return { name, allowed, limit, remaining, resetSeconds, windowSeconds }
}

const rateOf = (name: BudgetName) => settings().guard[name === 'ip' ? 'ipRateLimit' : 'userRateLimit']
const counts = () => remember(REMEMBERED, openCounts)

/** By all instances together where Upstash or Redis is configured, in this process otherwise and while those are away. */
function openCounts(): Counts {
  const local = { ip: new SlidingWindow(rateOf('ip')), user: new SlidingWindow(rateOf('user')) }
  const takeHere: (name: BudgetName, key: string) => Taken = (name, key) => local[name].take(key, now())
  const place = openPlace()
  if (!place) return { take: async (name, key) => takeHere(name, key), close: () => {} }
  const [placeName, windows] = place
  const shared = { ip: windows.window('ip', rateOf('ip')), user: windows.window('user', rateOf('user')) }
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
