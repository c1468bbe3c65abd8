import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { describeJobError } from '@/lib/platform/jobs/describe-job-error'
import { claimRecurringTask, releaseRecurringTask } from '@/lib/platform/jobs/recurring.store'
import { logger } from '@/lib/platform/logger'

/** Housekeeping that recurs, run by one instance at a time. `run` works in small batches and ends within ten minutes. */
export interface RecurringTask {
  name: string
  everySeconds: number
  /** How long the work of an instance that died in it waits for another; shorter than the ten minutes only where `run` itself keeps a second one out. */
  claimSeconds?: number
  run(now: Date): Promise<void>
}

/** A claim lasts at least this long, so that a task that takes longer than its period does not overlap with itself. */
const CLAIM_SECONDS = 600

/**
 * Runs recurring tasks as they come due. Returns a function that starts what is due at `clock()` and resolves with the
 * promises of the runs; it asks the database about a task only when the task may be due by this process's knowledge.
 */
export function recurringRunner(tasks: readonly RecurringTask[]) {
  const askAgainAt = new Map<string, Date>()
  return async (clock: () => Date): Promise<Promise<void>[]> => {
    const runs: Promise<void>[] = []
    for (const task of tasks) {
      const now = clock()
      const next = askAgainAt.get(task.name)
      if (next && next > now) continue
      const claimedUntil = addSeconds(now, Math.max(task.everySeconds, task.claimSeconds ?? CLAIM_SECONDS))
      const claimed = await claimRecurringTask(db(), task.name, now, claimedUntil)
      askAgainAt.set(task.name, addSeconds(now, task.everySeconds))
      if (claimed) runs.push(runTask(task, now, claimedUntil))
    }
    return runs
  }
}

async function runTask(task: RecurringTask, now: Date, claimedUntil: Date): Promise<void> {
  try {
    await task.run(now)
  } catch (error) {
    logger().error({ task: task.name, reason: describeJobError(error) }, 'recurring housekeeping failed')
  }
  try {
    await releaseRecurringTask(db(), task.name, claimedUntil, addSeconds(now, task.everySeconds))
  } catch (error) {
    logger().warn(
      { task: task.name, reason: describeJobError(error) },
      'a claim of housekeeping was left behind',
    )
  }
}
