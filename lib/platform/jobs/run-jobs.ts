import { ZodError } from 'zod'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { isDatabaseAway } from '@/lib/platform/db/database-errors'
import { describeError, describeStack } from '@/lib/platform/describe-error'
import { backoffSeconds, MAX_ATTEMPTS } from '@/lib/platform/jobs/backoff'
import type { StoredJob } from '@/lib/platform/jobs/define-job'
import {
  claimDueJobs,
  type ClaimedJob,
  deleteJob,
  failJob,
  postponeJob,
} from '@/lib/platform/jobs/job.store'
import { logger } from '@/lib/platform/logger'
import { count, observe } from '@/lib/platform/metrics/record-metric'
import { type RunningSpan, traced } from '@/lib/platform/trace'

/**
 * Claims up to `limit` due jobs and starts them all: none waits in memory while its lease runs.
 * Jobs of other kinds are left to instances that know them. Resolves, once they are claimed, with
 * one promise per job that never rejects. Throws if the database is unavailable.
 */
export async function startDueJobs(
  jobs: readonly StoredJob[],
  clock: () => Date,
  limit: number,
): Promise<Promise<void>[]> {
  const byKind = new Map(jobs.map((job) => [job.kind, job]))
  const claimed = await claimDueJobs(db(), { kinds: [...byKind.keys()], limit, now: clock() })
  return claimed.map((one) => {
    const attributes = { 'job.id': one.id, 'job.attempt': one.attempt }
    const about = { name: `job ${one.kind}`, kind: 'consumer', attributes } as const
    return traced(about, (span) => runJob(byKind.get(one.kind)!, one, { clock, span }))
  })
}

/**
 * Runs a claimed job and records how it ended: deleted, postponed, or permanently failed (the last
 * attempt, or a payload that will never parse). `clock` gives the time of the end. Never throws: a
 * result that cannot be recorded leaves the job due when the lease expires.
 */
async function runJob(
  job: StoredJob,
  claimed: ClaimedJob,
  { clock, span }: { clock: () => Date; span: RunningSpan },
): Promise<void> {
  const startedAt = performance.now()
  try {
    const outcome = await settle(claimed, await attempt(job, claimed, clock), clock)
    if (outcome !== 'done') span.fail(outcome)
    count('gatehouse_job_runs_total', { kind: job.kind, outcome })
    const seconds = (performance.now() - startedAt) / 1000
    observe('gatehouse_job_duration_seconds', { kind: job.kind }, seconds)
  } catch (error) {
    logger().warn(
      { job_id: claimed.id, kind: claimed.kind, reason: describeError(error) },
      'the result of a job could not be saved',
    )
  }
}

/** After this many attempts, an error other than a database outage is taken for permanent. */
const REPEATED_ERROR_ATTEMPTS = 3

/** Returns the error, or null if the job is done. */
async function attempt(job: StoredJob, claimed: ClaimedJob, clock: () => Date): Promise<unknown> {
  const { id, kind, payload } = claimed
  // Only a crash of the worker leaves a job after its last attempt. A job that kills the process
  // must not run again.
  if (claimed.attempt > MAX_ATTEMPTS) return new Error('the worker died during the last attempt')
  const now = clock()
  const failure = await failureOf(() => job.run(payload, { id, attempt: claimed.attempt, now }))
  const { onRepeatedError } = job
  const mayBePermanent = claimed.attempt >= REPEATED_ERROR_ATTEMPTS && !isDatabaseAway(failure)
  if (failure === null || !onRepeatedError || !mayBePermanent) return failure
  return failureOf(async () => {
    logger().error(
      { job_id: id, kind, work: job.keyOf(payload), reason: describeError(failure) },
      'the work of a job was stopped',
    )
    await onRepeatedError(payload, now)
  })
}

/** The error of some work, or null if it succeeded. */
async function failureOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work()
    return null
  } catch (error) {
    return error ?? new Error('the job failed without an error')
  }
}

async function settle(
  job: ClaimedJob,
  error: unknown,
  clock: () => Date,
): Promise<'done' | 'failed' | 'postponed'> {
  if (error === null) {
    await deleteJob(db(), job)
    return 'done'
  }
  const reason = describeError(error)
  const about = {
    job_id: job.id,
    kind: job.kind,
    attempt: job.attempt,
    reason,
    stack: describeStack(error),
  }
  if (job.attempt >= MAX_ATTEMPTS || error instanceof ZodError) {
    logger().error(about, 'a job failed for good')
    await failJob(db(), job, clock(), reason)
    return 'failed'
  }
  const seconds = backoffSeconds(job.attempt)
  logger().warn(
    { ...about, retry_in_seconds: Math.round(seconds) },
    'a job failed and will be tried again',
  )
  await postponeJob(db(), job, addSeconds(clock(), seconds), reason)
  return 'postponed'
}
