import type { Db } from '@/lib/platform/db/database'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'

/** The kinds under which the work on a batch lies in the jobs table: serving recipients, and sending the mails and text messages of those. */
export const NOTIFICATION_JOBS = {
  serve: 'notification',
  mail: 'notification_mail',
  sms: 'notification_sms',
} as const

/** Queues the (next) work on a batch, at `runAt` the earliest; in a transaction if and only if that commits. */
export function queueNotificationWork(
  db: Db,
  { batchId, work, runAt }: { batchId: string; work: keyof typeof NOTIFICATION_JOBS; runAt?: Date },
  now: Date,
): Promise<void> {
  const kind = NOTIFICATION_JOBS[work]
  const dedupeKey = `${kind}:${batchId}`
  return enqueueJob(db, { kind, payload: { batch_id: batchId }, dedupeKey, runAt: runAt ?? now }, now)
}
