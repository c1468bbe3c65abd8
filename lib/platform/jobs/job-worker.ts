import { now as presentInstant } from '@/lib/platform/clock'
import { describeJobError } from '@/lib/platform/jobs/describe-job-error'
import { onJobCommitted } from '@/lib/platform/jobs/job-wake'
import { interruptibleNap, realTimer, type After } from '@/lib/platform/jobs/nap'
import { recurringRunner, type RecurringTask } from '@/lib/platform/jobs/recurring-runner'
import { startDueJobs, WORKER_SLOTS, type JobHandlers } from '@/lib/platform/jobs/run-due-jobs'
import { logger } from '@/lib/platform/logger'

const POLL_MS = 1000
const LONGEST_BACKOFF_MS = 4000
const STOP_WAIT_MS = 5000

export interface JobWorker {
  /** Looks for work now instead of at the next poll. */
  wake(): void
  /** Takes nothing new and waits for what runs, 5 s at most; what is cut off runs again elsewhere after its lease. */
  stop(): Promise<void>
}

export interface JobWorkerOptions {
  recurring?: readonly RecurringTask[]
  /** How many jobs run at a time. */
  slots?: number
  /** Tests put their own timer and clock here. */
  after?: After
  clock?: () => Date
}

/**
 * Starts working off the jobs table: at once after a commit in this process, otherwise within a second. While the database
 * is away it tries less often, says so once, and goes on by itself.
 */
export function startJobWorker(handlers: JobHandlers, options: JobWorkerOptions = {}): JobWorker {
  const { recurring = [], slots = WORKER_SLOTS, after = realTimer, clock = presentInstant } = options
  const startRecurring = recurringRunner(recurring)
  const { wake, nap } = interruptibleNap(after)
  const jobs = new Set<Promise<void>>()
  const housekeeping = new Set<Promise<void>>()
  const forgetWake = onJobCommitted(wake)
  let stopping = false
  let moreMayWait = false

  async function round(): Promise<void> {
    const free = slots - jobs.size
    moreMayWait = true
    if (free > 0) {
      const started = await startDueJobs(handlers, clock, free)
      moreMayWait = started.length === free
      track(jobs, started, () => moreMayWait && wake())
    }
    track(housekeeping, await startRecurring(clock))
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
          logger().warn({ reason: describeJobError(error) }, 'the job worker cannot reach its table')
      }
      await nap(failures > 0 ? Math.min(POLL_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS) : POLL_MS)
    }
  }

  const looping = loop()
  return {
    wake,
    async stop() {
      stopping = true
      forgetWake()
      wake()
      const ended = looping.then(() => Promise.all([...jobs, ...housekeeping]))
      let callOff = () => {}
      const timeUp = new Promise<void>((resolve) => (callOff = after(STOP_WAIT_MS, resolve)))
      await Promise.race([ended, timeUp])
      callOff()
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
