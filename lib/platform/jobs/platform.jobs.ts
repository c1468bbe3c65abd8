import { addSeconds } from '@/lib/platform/clock'
import { purgeInstances } from '@/lib/platform/instances/instance.store'
import { definePurgeJob } from '@/lib/platform/jobs/define-job'
import { deleteUnusedClaims, purgeFailedJobs } from '@/lib/platform/jobs/job.store'

/** Gives an operator time to find out why a job failed. */
const KEEP_FAILED_JOBS_SECONDS = 90 * 86_400
/** Longer than an upgrade during which instances of two builds run. */
const KEEP_CLAIMS_SECONDS = 7 * 86_400
const KEEP_INSTANCES_SECONDS = 3600

/**
 * Deletes old failed jobs, the claims of recurring jobs that were renamed or removed (the status
 * page would show them as overdue), and the rows of processes that ended without deleting them.
 */
export const purgeJobs = definePurgeJob({
  name: 'purge-failed-jobs',
  everySeconds: 3600,
  purges: {
    jobs: (db, now, limit) =>
      purgeFailedJobs(db, addSeconds(now, -KEEP_FAILED_JOBS_SECONDS), limit),
    // A handful of rows: no batches.
    recurring_tasks: (db) => deleteUnusedClaims(db, KEEP_CLAIMS_SECONDS),
    instances: (db, now, limit) =>
      purgeInstances(db, addSeconds(now, -KEEP_INSTANCES_SECONDS), limit),
  },
})
