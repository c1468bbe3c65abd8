import { now as presentInstant } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { describeError } from '@/lib/platform/describe-error'
import {
  type Lane,
  LANE_SLOTS,
  type RecurringJob,
  type StoredJob,
} from '@/lib/platform/jobs/define-job'
import {
  claimRecurringTasks,
  releaseRecurringTask,
  type TaskClaim,
} from '@/lib/platform/jobs/job.store'
import { type After, type PollLoop, startPollLoop } from '@/lib/platform/jobs/poll-loop'
import { startDueJobs } from '@/lib/platform/jobs/run-jobs'
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
  /** Milliseconds that only go forward. */
  uptime?: () => number
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
  return {
    stop: async (withinMs) =>
      void (await Promise.all(workers.map((worker) => worker.stop(withinMs)))),
  }
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
  const startRecurring = recurringRunner(recurring, options.uptime ?? (() => performance.now()))
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
    stop: (withinMs) => {
      unsubscribe()
      return polling.stop(withinMs)
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
 * overlap with itself: a run ends within ten minutes.
 */
const CLAIM_SECONDS = 900

/**
 * Runs recurring jobs when they are due by the clock of the database. Returns a function that
 * starts what is due and resolves with the promises of the runs; it queries the database only if a
 * task may be due as far as this process knows, whose own clock may be set meanwhile.
 */
function recurringRunner(tasks: readonly RecurringJob[], uptime: () => number) {
  const askAgainAt = new Map<string, number>()
  return async (clock: () => Date): Promise<Promise<void>[]> => {
    const asked = tasks.filter(({ name }) => (askAgainAt.get(name) ?? 0) <= uptime())
    if (asked.length === 0) return []
    const claims = await claimRecurringTasks(
      db(),
      asked.map((task) => ({ name: task.name, seconds: claimSecondsOf(task) })),
    )
    const byName = new Map(claims.map((claim) => [claim.name, claim]))
    return asked.flatMap((task) => {
      const claim = byName.get(task.name)
      const isOthers = claim?.isClaimed === false
      const seconds = isOthers ? Math.min(claim.untilSeconds, task.everySeconds) : task.everySeconds
      askAgainAt.set(task.name, uptime() + seconds * 1000)
      const runs = claim?.isClaimed && !(task.startsLater && claim.isNew)
      return runs ? [runTask(task, clock(), claim)] : []
    })
  }
}

const claimSecondsOf = ({ everySeconds, claimSeconds = CLAIM_SECONDS }: RecurringJob) =>
  Math.max(everySeconds, claimSeconds)

async function runTask(task: RecurringJob, now: Date, claim: TaskClaim): Promise<void> {
  try {
    await traced({ name: `recurring job ${task.name}`, kind: 'consumer' }, async () =>
      task.run(now),
    )
    count('gatehouse_recurring_job_runs_total', { task: task.name, outcome: 'done' })
  } catch (error) {
    count('gatehouse_recurring_job_runs_total', { task: task.name, outcome: 'failed' })
    logger().error({ task: task.name, reason: describeError(error) }, 'a recurring job failed')
  }
  try {
    // Due again a period after this run started.
    await releaseRecurringTask(db(), claim, claimSecondsOf(task) - task.everySeconds)
  } catch (error) {
    logger().warn(
      { task: task.name, reason: describeError(error) },
      'the claim on a recurring job could not be released',
    )
  }
}
