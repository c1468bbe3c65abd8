import { WorkQueue } from '@/lib/platform/work-queue'
import { forget, remember } from '@/lib/platform/remember'

/** Lets hashes wait as long as it takes: a race test asks who wins, not how fast this machine is. */
export function usePatientHashing(): void {
  forget('argon2-queue')
  remember(
    'argon2-queue',
    () => new WorkQueue({ concurrency: 2, maxWaiting: 1000, certainWaiting: 1000, maxWaitSeconds: 60 }),
  )
}
