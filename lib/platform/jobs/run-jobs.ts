import { ZodError } from 'zod'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import {
  claimDueJobs,
  type ClaimedJob,
  deleteJob,
  failJob,
  postponeJob,
} from '@/lib/platform/jobs/job.store'
import { logger } from '@/lib/platform/logger'

/** Handlers by kind of job. Kinds without one are left for an instance that knows them. */
export type JobHandlers = Readonly<Record<string, JobHandler>>

/** How many jobs one worker runs at a time. */
export const WORKER_SLOTS = 5

/**
 * Takes up to `limit` due jobs and starts them all: none waits in memory while its lease runs.
 * Resolves, once they are taken, with one promise per job that never rejects. Throws when the
 * database is away.
 */
export async function startDueJobs(
  handlers: JobHandlers,
  clock: () => Date,
  limit: number,
): Promise<Promise<void>[]> {
  const jobs = await claimDueJobs(db(), { kinds: Object.keys(handlers), limit, now: clock() })
  return jobs.map((job) => runJob(handlers[job.kind]!, job, clock))
}

/**
 * Takes and runs to their end the jobs due at `at`, one worker's load of them. Returns how many.
 */
export async function runDueJobs(
  handlers: JobHandlers,
  at: Date,
  limit = WORKER_SLOTS,
): Promise<number> {
  const runs = await startDueJobs(handlers, () => at, limit)
  await Promise.all(runs)
  return runs.length
}

/**
 * What a handler may know of the run: `attempt` counts from 1, `now` is the instant of this
 * attempt.
 */
export interface JobRun {
  id: string
  attempt: number
  now: Date
}

/**
 * Does the work of one kind of job. It parses the payload with zod, ends within 45 s, and throws
 * when it is to be tried again. A job runs at least once: twice when its worker dies between the
 * work and the deletion of the job.
 */
type JobHandler = (payload: unknown, run: JobRun) => Promise<void>

/**
 * Runs a taken job and writes how it ended: deleted, postponed, or failed for good (the last
 * attempt, or a payload that will never parse). `clock` tells when. Never throws: what cannot be
 * written is found again when the lease runs out.
 */
async function runJob(handler: JobHandler, job: ClaimedJob, clock: () => Date): Promise<void> {
  try {
    await settle(job, await attempt(handler, job, clock), clock)
  } catch (error) {
    logger().warn(
      { job: job.id, kind: job.kind, reason: describeJobError(error) },
      'a job could not be settled',
    )
  }
}

async function attempt(handler: JobHandler, job: ClaimedJob, clock: () => Date): Promise<unknown> {
  // Only a crash of the worker leaves a job behind after its last attempt: whatever kills the
  // process runs no more.
  if (job.attempt > MAX_ATTEMPTS) return new Error('the worker died during the last attempt')
  try {
    await handler(job.payload, { id: job.id, attempt: job.attempt, now: clock() })
    return null
  } catch (error) {
    return error ?? new Error('the handler failed without an error')
  }
}

async function settle(job: ClaimedJob, error: unknown, clock: () => Date): Promise<void> {
  if (error === null) return deleteJob(db(), job)
  const reason = describeJobError(error)
  const about = {
    job: job.id,
    kind: job.kind,
    attempt: job.attempt,
    reason,
    stack: describeJobStack(error),
  }
  if (job.attempt >= MAX_ATTEMPTS || error instanceof ZodError) {
    logger().error(about, 'a job failed for good')
    return failJob(db(), job, clock(), reason)
  }
  const seconds = backoffSeconds(job.attempt)
  logger().warn(
    { ...about, againInSeconds: Math.round(seconds) },
    'a job failed and will be tried again',
  )
  return postponeJob(db(), job, addSeconds(clock(), seconds), reason)
}

/** How often a job is tried before it counts as failed. */
export const MAX_ATTEMPTS = 8

const DELAYS_SECONDS = [5, 30, 120, 600, 1800, 3600, 7200]

/**
 * Seconds to wait after the given attempt (1 is the first) failed: 5 s, 30 s, 2 min, 10 min, 30
 * min, 1 h, 2 h, each up to a fifth more or less, so that jobs which failed together do not come
 * back together.
 */
export function backoffSeconds(attempt: number, random: () => number = Math.random): number {
  const delay = DELAYS_SECONDS[Math.min(attempt, DELAYS_SECONDS.length) - 1] ?? DELAYS_SECONDS[0]!
  return delay * (0.8 + 0.4 * random())
}

// What is as long and as dense as a token is taken for one: an error text must not carry a live
// link into table or log.
const TOKEN_LIKE = /[A-Za-z0-9_-]{43,}/g

/**
 * What went wrong, in one line for the jobs table and the log: at most 500 characters, no control
 * characters, no tokens.
 */
export function describeJobError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return mask(text)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 500)
}

/** Where it went wrong, for the log: the stack without tokens, at most 2000 characters. */
export function describeJobStack(error: unknown): string | undefined {
  return error instanceof Error && error.stack ? mask(error.stack).slice(0, 2000) : undefined
}

function mask(text: string): string {
  return text.replace(TOKEN_LIKE, '[masked]')
}
