import { remember } from '@/lib/platform/remember'

const wakers = () => remember('job-wakers', () => new Set<() => void>())

/** Tells the workers of this process that a job was committed. */
export function wakeJobWorkers(): void {
  for (const wake of wakers()) wake()
}

/** Calls `wake` after every commit of a job in this process. Returns the way to stop. */
export function onJobCommitted(wake: () => void): () => void {
  wakers().add(wake)
  return () => void wakers().delete(wake)
}
