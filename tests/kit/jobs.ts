import { z } from 'zod'
import { db } from '@/lib/platform/db/database'
import {
  defineJob,
  defineJobKind,
  type JobRun,
  LANE_SLOTS,
  type StoredJob,
} from '@/lib/platform/jobs/define-job'
import { startDueJobs } from '@/lib/platform/jobs/run-jobs'

/** A job for tests of the worker, with any payload. */
export const noteKind = defineJobKind({ kind: 'note', payload: z.looseObject({}) })

export const noteJob = (run: (payload: object, run: JobRun) => Promise<void>, kind = 'note') =>
  defineJob({ ...noteKind, kind, run })

/**
 * Claims the jobs due at `at`, one worker's load of them, and runs them to completion. Returns how
 * many.
 */
export async function runDueJobs(
  jobs: readonly StoredJob[],
  at: Date,
  limit: number = LANE_SLOTS.default,
): Promise<number> {
  const runs = await startDueJobs(jobs, () => at, limit)
  await Promise.all(runs)
  return runs.length
}

/**
 * Makes claimed jobs, webhook deliveries, and messages of notifications due, as if their workers
 * had died and the leases had expired.
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
