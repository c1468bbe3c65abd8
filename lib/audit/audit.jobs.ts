import { countActivity } from '@/lib/audit/activity'
import { noteActiveSessions } from '@/lib/audit/activity.store'
import { addAuditMonths } from '@/lib/audit/add-audit-months'
import { eraseDueRecords } from '@/lib/audit/erase-audit-records'
import { removeOldMonths } from '@/lib/audit/remove-audit-months'
import { resealAuditRecords } from '@/lib/audit/reseal-audit-records'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { db } from '@/lib/platform/db/database'
import { defineRecurringJob } from '@/lib/platform/jobs/define-job'

/** Sealing and counting have locks of their own, so a crashed worker is replaced soon. */
const LOCKED_CLAIM_SECONDS = 30

export const sealAuditTrail = defineRecurringJob({
  name: 'seal-audit-records',
  everySeconds: 5,
  claimSeconds: LOCKED_CLAIM_SECONDS,
  run: sealAuditRecords,
})

/** Seals records of builds without erasure a second time. */
export const resealAuditTrail = defineRecurringJob({
  name: 'reseal-audit-records',
  everySeconds: 60,
  run: resealAuditRecords,
})

export const eraseAuditValues = defineRecurringJob({
  name: 'erase-audit-values',
  everySeconds: 60,
  run: eraseDueRecords,
})

export const addMonthsToAuditTrail = defineRecurringJob({
  name: 'add-audit-months',
  everySeconds: 21_600,
  run: addAuditMonths,
})

/** Verifies what it removes, at about 15,000 records a second; a second run would find a lock. */
export const removeOldAuditMonths = defineRecurringJob({
  name: 'remove-audit-months',
  everySeconds: 3600,
  claimSeconds: 14_400,
  run: removeOldMonths,
})

/** Counts sealed records for the charts of the overview. */
export const countSealedActivity = defineRecurringJob({
  name: 'count-activity',
  everySeconds: 10,
  claimSeconds: LOCKED_CLAIM_SECONDS,
  run: countActivity,
})

export const sampleActiveSessions = defineRecurringJob({
  name: 'sample-active-sessions',
  everySeconds: 300,
  run: (now) => noteActiveSessions(db(), now),
})
