import { db } from '@/lib/platform/db/database'
import { takeDueJobs } from '@/lib/platform/jobs/job.store'
import { runJob, type JobHandler } from '@/lib/platform/jobs/run-job'

/** Handlers by kind of job. Kinds without one are left for an instance that knows them. */
export type JobHandlers = Readonly<Record<string, JobHandler>>

/** How many jobs one worker runs at a time. */
export const WORKER_SLOTS = 5

/**
 * Takes up to `limit` due jobs and starts them all: none waits in memory while its lease runs. Resolves, once they are
 * taken, with one promise per job that never rejects. Throws when the database is away.
 */
export async function startDueJobs(
  handlers: JobHandlers,
  clock: () => Date,
  limit: number,
): Promise<Promise<void>[]> {
  const jobs = await takeDueJobs(db(), { kinds: Object.keys(handlers), limit, now: clock() })
  return jobs.map((job) => runJob(handlers[job.kind]!, job, clock))
}

/** Takes and runs to their end the jobs due at `at`, one worker's load of them. Returns how many. */
export async function runDueJobs(handlers: JobHandlers, at: Date, limit = WORKER_SLOTS): Promise<number> {
  const runs = await startDueJobs(handlers, () => at, limit)
  await Promise.all(runs)
  return runs.length
}
