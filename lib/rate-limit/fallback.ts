import { logger } from '@/lib/platform/logger'

/** After a failure nobody waits for the first choice again for this long; then one tries it. */
const PAUSE_MS = 1000

/**
 * Asks `first`, and `second` while `first` fails or takes longer than `withinMs`. One line in the log when it goes away and
 * one when it is back. `clock` is monotonic milliseconds.
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
        logger().warn({ dependency: name, reason: String(error) }, 'is away; counting in this process')
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
