import type { After } from '@/lib/platform/jobs/poll-loop'

/** A pending sleep of the code under test, and the function that ends it. */
export interface PendingSleep {
  ms: number
  elapse(): void
}

/** A timer controlled by the test. `nextSleep` resolves with the next sleep that starts. */
export function manualTimer() {
  const begun: PendingSleep[] = []
  const waiting: ((sleep: PendingSleep) => void)[] = []
  const after: After = (ms, call) => {
    const sleep = { ms, elapse: call }
    const waiter = waiting.shift()
    if (waiter) waiter(sleep)
    else begun.push(sleep)
    return () => {
      const index = begun.indexOf(sleep)
      if (index >= 0) begun.splice(index, 1)
    }
  }
  const nextSleep = () =>
    new Promise<PendingSleep>((resolve) => {
      const sleep = begun.shift()
      if (sleep) resolve(sleep)
      else waiting.push(resolve)
    })
  return { after, nextSleep }
}
