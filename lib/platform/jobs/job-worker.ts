import { addSeconds, now as presentInstant } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import {
  type Lane,
  LANE_SLOTS,
  type RecurringJob,
  type StoredJob,
} from '@/lib/platform/jobs/define-job'
import { claimRecurringTasks, releaseRecurringTask } from '@/lib/platform/jobs/job.store'
import { type After, type PollLoop, startPollLoop } from '@/lib/platform/jobs/poll-loop'
import { describeJobError, startDueJobs } from '@/lib/platform/jobs/run-jobs'
import { onWorkCommitted } from '@/lib/platform/jobs/wake-workers'
import { logger } from '@/lib/platform/logger'
import { count } from '@/lib/platform/metrics/record-metric'
import { traced } from '@/lib/platform/trace'

/** An interrupted job runs again elsewhere after its lease. */
export type JobWorker = PollLoop

export interface JobWorkerOptions {
  recurring?: readonly RecurringJob[]
  /** How many jobs run concurrently. */
  slots?: number
  /** Tests supply their own timer and clock. */
  after?: After
  clock?: () => Date
}

/** Starts a worker for each lane; the one of the default lane also runs the recurring jobs. */
export function startJobWorkers(
  jobs: readonly StoredJob[],
  recurring: readonly RecurringJob[],
): Pick<JobWorker, 'stop'> {
  const workers = (Object.keys(LANE_SLOTS) as Lane[]).map((lane) =>
    startJobWorker(
      jobs.filter((job) => job.lane === lane),
      { slots: LANE_SLOTS[lane], recurring: lane === 'default' ? recurring : [] },
    ),
  )
  return { stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))) }
}

/**
 * Starts processing the jobs table: at once after a commit in this process, otherwise within a
 * second.
 */
export function startJobWorker(
  jobs: readonly StoredJob[],
  options: JobWorkerOptions = {},
): JobWorker {
  const { recurring = [], slots = LANE_SLOTS.default, after, clock = presentInstant } = options
  const startRecurring = recurringRunner(recurring)
  const running = new Set<Promise<void>>()
  const recurringRuns = new Set<Promise<void>>()
  let moreMayWait = false

  async function round(): Promise<void> {
    const free = slots - running.size
    moreMayWait = true
    if (free > 0) {
      const started = await startDueJobs(jobs, clock, free)
      moreMayWait = started.length === free
      track(running, started, () => moreMayWait && polling.wake())
    }
    track(recurringRuns, await startRecurring(clock))
  }

  const polling = startPollLoop(
    { worker: 'the job worker', round, running: () => [...running, ...recurringRuns] },
    after,
  )
  const unsubscribe = onWorkCommitted('jobs', polling.wake)
  return {
    wake: polling.wake,
    stop: () => {
      unsubscribe()
      return polling.stop()
    },
  }
}

function track(set: Set<Promise<void>>, runs: Promise<void>[], onEnd: () => void = () => {}): void {
  for (const run of runs) {
    set.add(run)
    void run.then(() => {
      set.delete(run)
      onEnd()
    })
  }
}

/**
 * A claim lasts at least this long, so that a task that takes longer than its period does not
 * overlap with itself: a run ends within ten minutes, and clocks of instances may differ by some.
 */
const CLAIM_SECONDS = 900

/**
 * Runs recurring jobs when they are due. Returns a function that starts what is due at `clock()`
 * and resolves with the promises of the runs; it queries the database only if a task may be due as
 * far as this process knows.
 */
function recurringRunner(tasks: readonly RecurringJob[]) {
  const askAgainAt = new Map<RecurringJob, Date>()
  return async (clock: () => Date): Promise<Promise<void>[]> => {
    const now = clock()
    const due = tasks
      .filter((task) => (askAgainAt.get(task) ?? now) <= now)
      .map((task) => ({ task, name: task.name, until: claimedUntil(task, now) }))
    if (due.length === 0) return []
    const claimed = await claimRecurringTasks(db(), due, now)
    for (const { task } of due) askAgainAt.set(task, addSeconds(now, task.everySeconds))
    const isNew = new Map(claimed.map((claim) => [claim.name, claim.isNew]))
    return due
      .filter(({ task, name }) => isNew.has(name) && !(task.startsLater && isNew.get(name)))
      .map(({ task, until }) => runTask(task, now, until))
  }
}

const claimedUntil = ({ everySeconds, claimSeconds = CLAIM_SECONDS }: RecurringJob, now: Date) =>
  addSeconds(now, Math.max(everySeconds, claimSeconds))

async function runTask(task: RecurringJob, now: Date, until: Date): Promise<void> {
  try {
    await traced({ name: `recurring job ${task.name}`, kind: 'consumer' }, async () =>
      task.run(now),
    )
    count('gatehouse_recurring_job_runs_total', { task: task.name, outcome: 'done' })
  } catch (error) {
    count('gatehouse_recurring_job_runs_total', { task: task.name, outcome: 'failed' })
    logger().error({ task: task.name, reason: describeJobError(error) }, 'a recurring job failed')
  }
  try {
    await releaseRecurringTask(db(), task.name, until, addSeconds(now, task.everySeconds))
  } catch (error) {
    logger().warn(
      { task: task.name, reason: describeJobError(error) },
      'the claim of a recurring job was left behind',
    )
  }
}
