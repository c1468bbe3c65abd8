import { ZodError } from 'zod'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { backoffSeconds, MAX_ATTEMPTS } from '@/lib/platform/jobs/job-backoff'
import { describeJobError, describeJobStack } from '@/lib/platform/jobs/describe-job-error'
import { deleteJob, failJob, postponeJob, type TakenJob } from '@/lib/platform/jobs/job.store'
import { logger } from '@/lib/platform/logger'

/** What a handler may know of the run: `attempt` counts from 1, `now` is the instant of this attempt. */
export interface JobRun {
  id: string
  attempt: number
  now: Date
}

/**
 * Does the work of one kind of job. It parses the payload with zod, ends within 45 s, and throws when it is to be tried
 * again. A job runs at least once: twice when its worker dies between the work and the deletion of the job.
 */
export type JobHandler = (payload: unknown, run: JobRun) => Promise<void>

/**
 * Runs a taken job and writes how it ended: deleted, postponed, or failed for good (the last attempt, or a payload that
 * will never parse). `clock` tells when. Never throws: what cannot be written is found again when the lease runs out.
 */
export async function runJob(handler: JobHandler, job: TakenJob, clock: () => Date): Promise<void> {
  try {
    await settle(job, await attempt(handler, job, clock), clock)
  } catch (error) {
    logger().warn(
      { job: job.id, kind: job.kind, reason: describeJobError(error) },
      'a job could not be settled',
    )
  }
}

async function attempt(handler: JobHandler, job: TakenJob, clock: () => Date): Promise<unknown> {
  // Only a crash of the worker leaves a job behind after its last attempt: whatever kills the process runs no more.
  if (job.attempt > MAX_ATTEMPTS) return new Error('the worker died during the last attempt')
  try {
    await handler(job.payload, { id: job.id, attempt: job.attempt, now: clock() })
    return null
  } catch (error) {
    return error ?? new Error('the handler failed without an error')
  }
}

async function settle(job: TakenJob, error: unknown, clock: () => Date): Promise<void> {
  if (error === null) return deleteJob(db(), job)
  const reason = describeJobError(error)
  const about = { job: job.id, kind: job.kind, attempt: job.attempt, reason, stack: describeJobStack(error) }
  if (job.attempt >= MAX_ATTEMPTS || error instanceof ZodError) {
    logger().error(about, 'a job failed for good')
    return failJob(db(), job, clock(), reason)
  }
  const seconds = backoffSeconds(job.attempt)
  logger().warn({ ...about, againInSeconds: Math.round(seconds) }, 'a job failed and will be tried again')
  return postponeJob(db(), job, addSeconds(clock(), seconds), reason)
}
