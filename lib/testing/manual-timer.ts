import type { After } from '@/lib/platform/jobs/job-worker'

/** A sleep that somebody under test has begun, and the way to let its time pass. */
export interface PendingNap {
  ms: number
  elapse(): void
}

/**
 * A timer whose time passes only when the test says so. `nextNap` resolves with the next sleep that
 * is begun.
 */
export function manualTimer() {
  const begun: PendingNap[] = []
  const waiting: ((nap: PendingNap) => void)[] = []
  const after: After = (ms, call) => {
    const nap = { ms, elapse: call }
    const waiter = waiting.shift()
    if (waiter) waiter(nap)
    else begun.push(nap)
    return () => {
      const index = begun.indexOf(nap)
      if (index >= 0) begun.splice(index, 1)
    }
  }
  const nextNap = () =>
    new Promise<PendingNap>((resolve) => {
      const nap = begun.shift()
      if (nap) resolve(nap)
      else waiting.push(resolve)
    })
  return { after, nextNap }
}
