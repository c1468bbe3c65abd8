import { processSingleton } from '@/lib/config/process-singleton'

/** What workers of this process wait for, apart from their next poll. */
type Work = 'jobs' | 'webhooks'

const wakers = () =>
  processSingleton('worker-wakers', () => ({
    jobs: new Set<() => void>(),
    webhooks: new Set<() => void>(),
  }))

/** Notifies the workers of this process that work for them was committed. */
export function wakeWorkers(work: Work): void {
  for (const wake of wakers()[work]) wake()
}

/**
 * Calls `wake` after every commit of such work in this process. Returns a function that
 * unsubscribes.
 */
export function onWorkCommitted(work: Work, wake: () => void): () => void {
  wakers()[work].add(wake)
  return () => void wakers()[work].delete(wake)
}
