import { now as presentInstant } from '@/lib/platform/clock'
import { database, type Db } from '@/lib/platform/db/database'
import { afterCommit } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { JobKind } from '@/lib/platform/jobs/define-job'
import { insertJob } from '@/lib/platform/jobs/job.store'
import { wakeWorkers } from '@/lib/platform/jobs/wake-workers'

/**
 * Queues a job; inside a transaction it exists if and only if that commits. `runAt` is the earliest
 * instant (default: at once). The workers of this process wake after the commit, others find the
 * job within a second.
 */
export async function enqueueJob<Payload extends object>(
  db: Db,
  { kind, dedupeBy }: JobKind<Payload>,
  payload: NoInfer<Payload>,
  now: Date = presentInstant(),
  runAt: Date = now,
): Promise<void> {
  const key = dedupeBy?.(payload)
  const dedupeKey = key === undefined ? null : `${kind}:${key}`
  await insertJob(db, { id: newId(), kind, payload, runAt, dedupeKey }, now)
  if (db === database().prisma) wakeWorkers('jobs')
  else afterCommit(db, () => wakeWorkers('jobs'))
}
