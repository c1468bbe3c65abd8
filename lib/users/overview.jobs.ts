import { db } from '@/lib/platform/db/database'
import { defineRecurringJob, endOfRun, purgeInBatches } from '@/lib/platform/jobs/define-job'
import { foldUserTotals } from '@/lib/users/overview.store'

/** Folds the changes of the numbers of users into their totals. */
export const foldUserCounts = defineRecurringJob({
  name: 'fold-user-totals',
  everySeconds: 60,
  run: () => purgeInBatches((limit) => foldUserTotals(db(), limit), { endsAt: endOfRun() }),
})
