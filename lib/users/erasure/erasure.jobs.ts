import { defineRecurringJob, shareTime } from '@/lib/platform/jobs/define-job'
import { continueErasures } from '@/lib/users/erasure/continue-erasures'
import { eraseDueAccounts } from '@/lib/users/erasure/erase-due-accounts'

/** Erases accounts whose grace period is over, and then what others hold about erased accounts. */
export const eraseAccounts = defineRecurringJob({
  name: 'erase-accounts',
  everySeconds: 60,
  run: (now) =>
    shareTime([
      (endsAt) => eraseDueAccounts(now, endsAt),
      (endsAt) => continueErasures(now, endsAt),
    ]),
})
