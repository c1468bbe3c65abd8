import { z } from 'zod'
import { db } from '@/lib/platform/db/database'
import { defineJob, defineJobKind, type JobRun } from '@/lib/platform/jobs/define-job'

/** A job for tests of the worker, with any payload. */
export const noteKind = defineJobKind({ kind: 'note', payload: z.looseObject({}) })

export const noteJob = (run: (payload: object, run: JobRun) => Promise<void>, kind = 'note') =>
  defineJob({ ...noteKind, kind, run })

/**
 * Makes claimed jobs, webhook deliveries, and messages of notifications due, as if their workers had
 * died and the leases had expired.
 */
export async function expireLeases(): Promise<void> {
  const claimed = { where: { lockedUntil: { not: null } }, data: { lockedUntil: new Date(0) } }
  await db().job.updateMany(claimed)
  await db().webhookDelivery.updateMany(claimed)
  const claimedMessages = { ...claimed, data: { ...claimed.data, dueAt: new Date(0) } }
  await db().notificationMail.updateMany(claimedMessages)
  await db().smsMessage.updateMany(claimedMessages)
}

/** Makes recurring jobs due as if `seconds` had passed on the clock of the database. */
export async function passForTasks(seconds: number): Promise<void> {
  await db().$executeRaw`
    UPDATE recurring_tasks SET next_run_at = next_run_at - make_interval(secs => ${seconds}::float8)`
}
