import { processSingleton, resetSingleton } from '@/lib/config/process-singleton'
import { WorkQueue } from '@/lib/platform/work-queue'

/**
 * Lets hashes wait without a time limit: a race test checks who wins, not how fast the machine is.
 */
export function usePatientHashing(): void {
  resetSingleton('argon2-queue')
  processSingleton(
    'argon2-queue',
    () =>
      new WorkQueue({ concurrency: 2, maxWaiting: 1000, certainWaiting: 1000, maxWaitSeconds: 60 }),
  )
}
