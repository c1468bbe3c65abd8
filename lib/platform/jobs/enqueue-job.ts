import { processSingleton } from '@/lib/config/process-singleton'
import { now as presentInstant } from '@/lib/platform/clock'
import { database, type Db } from '@/lib/platform/db/database'
import { afterCommit } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { insertJob } from '@/lib/platform/jobs/job.store'

/**
 * Queues a job; inside a transaction it exists if and only if that commits. `runAt` is the earliest
 * instant (default: at once). With a `dedupeKey` no job is added while one with that key is
 * waiting. The workers of this process wake after the commit, others find the job within a second.
 * The payload is stored in clear text, so it must not contain secrets.
 */
export async function enqueueJob(
  db: Db,
  job: { kind: string; payload: object; runAt?: Date; dedupeKey?: string },
  now: Date = presentInstant(),
): Promise<void> {
  const { kind, payload, runAt = now, dedupeKey = null } = job
  await insertJob(db, { id: newId(), kind, payload, runAt, dedupeKey }, now)
  if (db === database().prisma) wakeJobWorkers()
  else afterCommit(db, wakeJobWorkers)
}

const wakers = () => processSingleton('job-wakers', () => new Set<() => void>())

/** Notifies the workers of this process that a job was committed. */
function wakeJobWorkers(): void {
  for (const wake of wakers()) wake()
}

/**
 * Calls `wake` after every commit of a job in this process. Returns a function that unsubscribes.
 */
export function onJobCommitted(wake: () => void): () => void {
  wakers().add(wake)
  return () => void wakers().delete(wake)
}
