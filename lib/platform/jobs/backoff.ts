/** How often a job is tried before it counts as failed. */
export const MAX_ATTEMPTS = 8

const DELAYS_SECONDS = [5, 30, 120, 600, 1800, 3600, 7200]

/**
 * Seconds to wait after the given attempt (1 is the first) failed: 5 s, 30 s, 2 min, 10 min, 30
 * min, 1 h, 2 h, each randomized by up to a fifth, so that jobs that failed together are not
 * retried together.
 */
export function backoffSeconds(attempt: number, random: () => number = Math.random): number {
  const delay = DELAYS_SECONDS[Math.min(attempt, DELAYS_SECONDS.length) - 1] ?? DELAYS_SECONDS[0]!
  return delay * (0.8 + 0.4 * random())
}
