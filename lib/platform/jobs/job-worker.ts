import { addSeconds, now as presentInstant } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import {
  type Lane,
  LANE_SLOTS,
  type RecurringJob,
  type StoredJob,
} from '@/lib/platform/jobs/define-job'
import { onJobCommitted } from '@/lib/platform/jobs/enqueue-job'
import { claimRecurringTask, releaseRecurringTask } from '@/lib/platform/jobs/job.store'
import { describeJobError, startDueJobs } from '@/lib/platform/jobs/run-jobs'
import { logger } from '@/lib/platform/logger'

const POLL_MS = 1000
const LONGEST_BACKOFF_MS = 4000
const STOP_WAIT_MS = 5000

export interface JobWorker {
  /** Polls now instead of at the next interval. */
  wake(): void
  /**
   * Takes no new jobs and waits for running ones, 5 s at most; an interrupted job runs again
   * elsewhere after its lease.
   */
  stop(): Promise<void>
}

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
 * second. While the database is unavailable it polls less often, logs that once, and recovers by
 * itself.
 */
export function startJobWorker(
  jobs: readonly StoredJob[],
  options: JobWorkerOptions = {},
): JobWorker {
  const {
    recurring = [],
    slots = LANE_SLOTS.default,
    after = realTimer,
    clock = presentInstant,
  } = options
  const startRecurring = recurringRunner(recurring)
  const { wake, sleep } = interruptibleSleep(after)
  const running = new Set<Promise<void>>()
  const recurringRuns = new Set<Promise<void>>()
  const unsubscribe = onJobCommitted(wake)
  let stopping = false
  let moreMayWait = false

  async function round(): Promise<void> {
    const free = slots - running.size
    moreMayWait = true
    if (free > 0) {
      const started = await startDueJobs(jobs, clock, free)
      moreMayWait = started.length === free
      track(running, started, () => moreMayWait && wake())
    }
    track(recurringRuns, await startRecurring(clock))
  }

  async function loop(): Promise<void> {
    let failures = 0
    while (!stopping) {
      try {
        await round()
        if (failures > 0) logger().info('the job worker reaches the database again')
        failures = 0
      } catch (error) {
        if (++failures === 1)
          logger().warn(
            { reason: describeJobError(error) },
            'the job worker cannot reach its table',
          )
      }
      await sleep(
        failures > 0 ? Math.min(POLL_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS) : POLL_MS,
      )
    }
  }

  const looping = loop()
  return {
    wake,
    async stop() {
      stopping = true
      unsubscribe()
      wake()
      const ended = looping.then(() => Promise.all([...running, ...recurringRuns]))
      let cancelTimeout = () => {}
      const timeUp = new Promise<void>((resolve) => (cancelTimeout = after(STOP_WAIT_MS, resolve)))
      await Promise.race([ended, timeUp])
      cancelTimeout()
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
 * overlap with itself.
 */
const CLAIM_SECONDS = 600

/**
 * Runs recurring jobs when they are due. Returns a function that starts what is due at `clock()`
 * and resolves with the promises of the runs; it queries the database for a task only if the task
 * may be due as far as this process knows.
 */
function recurringRunner(tasks: readonly RecurringJob[]) {
  const askAgainAt = new Map<string, Date>()
  return async (clock: () => Date): Promise<Promise<void>[]> => {
    const runs: Promise<void>[] = []
    for (const task of tasks) {
      const now = clock()
      const next = askAgainAt.get(task.name)
      if (next && next > now) continue
      const claimedUntil = addSeconds(
        now,
        Math.max(task.everySeconds, task.claimSeconds ?? CLAIM_SECONDS),
      )
      const claimed = await claimRecurringTask(db(), task.name, now, claimedUntil)
      askAgainAt.set(task.name, addSeconds(now, task.everySeconds))
      if (claimed) runs.push(runTask(task, now, claimedUntil))
    }
    return runs
  }
}

async function runTask(task: RecurringJob, now: Date, claimedUntil: Date): Promise<void> {
  try {
    await task.run(now)
  } catch (error) {
    logger().error({ task: task.name, reason: describeJobError(error) }, 'a recurring job failed')
  }
  try {
    await releaseRecurringTask(db(), task.name, claimedUntil, addSeconds(now, task.everySeconds))
  } catch (error) {
    logger().warn(
      { task: task.name, reason: describeJobError(error) },
      'the claim of a recurring job was left behind',
    )
  }
}

/** Calls back after the given milliseconds; returns a function that cancels. */
export type After = (ms: number, call: () => void) => () => void

/** The real timer. It does not keep the process alive. */
const realTimer: After = (ms, call) => {
  const timer = setTimeout(call, ms).unref()
  return () => clearTimeout(timer)
}

/** A sleep that can be interrupted; a wake while nothing sleeps ends the next sleep at once. */
function interruptibleSleep(after: After) {
  let woken = false
  let end: (() => void) | null = null
  return {
    wake(): void {
      woken = true
      end?.()
    },
    async sleep(ms: number): Promise<void> {
      if (!woken)
        await new Promise<void>((resolve) => {
          const cancel = after(ms, resolve)
          end = () => {
            cancel()
            resolve()
          }
        })
      end = null
      woken = false
    },
  }
}
