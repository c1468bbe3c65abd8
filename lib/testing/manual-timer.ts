import type { After } from '@/lib/platform/jobs/poll-loop'

/** A pending sleep of the code under test, and the function that ends it. */
export interface PendingNap {
  ms: number
  elapse(): void
}

/** A timer controlled by the test. `nextNap` resolves with the next sleep that starts. */
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
