import { addSeconds } from '@/lib/platform/clock'
import { definePurgeJob } from '@/lib/platform/jobs/define-job'
import { deleteUnusedClaims, purgeFailedJobs } from '@/lib/platform/jobs/job.store'

/** Gives an operator time to find out why a job failed. */
const KEEP_FAILED_JOBS_SECONDS = 90 * 86_400
/** Longer than an upgrade during which instances of two builds run. */
const KEEP_CLAIMS_SECONDS = 7 * 86_400

/**
 * Deletes old failed jobs, and the claims of recurring jobs that were renamed or removed: the
 * status page would show them as overdue.
 */
export const purgeJobs = definePurgeJob({
  name: 'purge-failed-jobs',
  everySeconds: 3600,
  purges: {
    jobs: (db, now, limit) =>
      purgeFailedJobs(db, addSeconds(now, -KEEP_FAILED_JOBS_SECONDS), limit),
    // A handful of rows: no batches.
    recurring_tasks: (db, now) => deleteUnusedClaims(db, addSeconds(now, -KEEP_CLAIMS_SECONDS)),
  },
})
