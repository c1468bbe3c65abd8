import { purgeEmailChanges } from '@/lib/accounts/email-change.store'
import { purgeEmailTokens } from '@/lib/accounts/email-token.store'
import { purgeAttempts } from '@/lib/accounts/registration.store'
import { purgeUnprovenSignIns } from '@/lib/accounts/unproven-sign-in.store'
import { countActivity } from '@/lib/audit/activity'
import { noteActiveSessions } from '@/lib/audit/activity.store'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { purgeChallenges, purgeEnrollments } from '@/lib/identity/mfa/factor.store'
import { purgeFlows, purgeHandoffs } from '@/lib/identity/oauth/oauth-flow.store'
import { purgeTickets } from '@/lib/identity/sessions/live-connection.store'
import { purgeEndedFamilies } from '@/lib/identity/sessions/session.store'
import { purgeInboxItems } from '@/lib/messaging/inbox/inbox.store'
import { purgeAddressBudgets } from '@/lib/messaging/mail/mail-limits.store'
import { purgeDrafts } from '@/lib/messaging/notifications/draft.store'
import { maintainNotifications } from '@/lib/messaging/notifications/notification-jobs'
import { purgeConfirmations } from '@/lib/messaging/sms/phone.store'
import { purgeSmsBudgets } from '@/lib/messaging/sms/sms-budget.store'
import { purgeTexts } from '@/lib/messaging/sms/sms-message.store'
import { purgeWebhookEvents } from '@/lib/payments/payment.store'
import { reconcilePayments } from '@/lib/payments/reconcile-payments'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { RecurringTask } from '@/lib/platform/jobs/job-worker'
import { purgeFailedJobs } from '@/lib/platform/jobs/job.store'
import { purgeLoginGuard } from '@/lib/protection/login-guard/login-guard.store'
import { sweepUploads } from '@/lib/uploads/sweep-uploads'
import { maintainBulkActions } from '@/lib/users/bulk/run-bulk-action'
import { maintainImports } from '@/lib/users/import/import-jobs'
import { foldUserTotals } from '@/lib/users/overview.store'

const BATCH = 1000
const HOUR_SECONDS = 3600
const QUARTER_SECONDS = 900
const IMPORTS_SECONDS = 300
const NOTIFICATIONS_SECONDS = 300
/** Drafts not edited for this long are deleted. */
const KEEP_DRAFTS_SECONDS = 30 * 86_400
const SEALING_SECONDS = 5
/**
 * Sealing, counting and reconciling have locks of their own, so a crashed worker is replaced soon.
 */
const LOCKED_CLAIM_SECONDS = 30
const COUNTING_SECONDS = 10
const FOLDING_SECONDS = 60
const PAYMENTS_SECONDS = 5
/** Providers stop retrying an event long before this. */
const KEEP_WEBHOOK_EVENTS_SECONDS = 60 * 86_400
const SAMPLING_SECONDS = 300
/**
 * Ended sessions are kept this long, so that one of their tokens can still be told from a forged
 * one.
 */
const KEEP_ENDED_SESSIONS_SECONDS = 7 * 86_400
/** Older items can be found in the audit trail, if anywhere. */
const KEEP_INBOX_ITEMS_SECONDS = 365 * 86_400
/** Gives an operator time to find out why a job failed. */
const KEEP_FAILED_JOBS_SECONDS = 90 * 86_400

/**
 * The recurring jobs: seal the audit trail, count for the charts, and delete expired data in small
 * batches, so that nothing grows without bound and no request has to wait for it.
 */
export const scheduledJobs: readonly RecurringTask[] = [
  {
    name: 'seal-audit-records',
    everySeconds: SEALING_SECONDS,
    claimSeconds: LOCKED_CLAIM_SECONDS,
    run: async (now) => void (await sealAuditRecords(now)),
  },
  {
    name: 'count-activity',
    everySeconds: COUNTING_SECONDS,
    claimSeconds: LOCKED_CLAIM_SECONDS,
    run: async () => void (await countActivity()),
  },
  {
    name: 'fold-user-totals',
    everySeconds: FOLDING_SECONDS,
    run: () => inBatches(() => foldUserTotals(db(), BATCH)),
  },
  {
    name: 'sample-active-sessions',
    everySeconds: SAMPLING_SECONDS,
    run: (now) => noteActiveSessions(db(), now),
  },
  {
    name: 'purge-ended-sessions',
    everySeconds: HOUR_SECONDS,
    run: (now) =>
      inBatches(() =>
        purgeEndedFamilies(db(), addSeconds(now, -KEEP_ENDED_SESSIONS_SECONDS), BATCH),
      ),
  },
  {
    name: 'purge-email-tokens',
    everySeconds: HOUR_SECONDS,
    run: async (now) => {
      await inBatches(() => purgeEmailTokens(db(), now, BATCH))
      await inBatches(() => purgeEmailChanges(db(), now, BATCH))
      await inBatches(() => purgeAttempts(db(), now, BATCH))
    },
  },
  {
    name: 'purge-external-sign-ins',
    everySeconds: QUARTER_SECONDS,
    run: async (now) => {
      await inBatches(() => purgeFlows(db(), now, BATCH))
      await inBatches(() => purgeHandoffs(db(), now, BATCH))
      await inBatches(() => purgeUnprovenSignIns(db(), now, BATCH))
      await inBatches(() => purgeAddressBudgets(db(), now, BATCH))
    },
  },
  {
    name: 'purge-login-guard',
    everySeconds: QUARTER_SECONDS,
    run: async (now) => void (await purgeLoginGuard(now)),
  },
  {
    name: 'purge-socket-tickets',
    everySeconds: QUARTER_SECONDS,
    run: (now) => inBatches(() => purgeTickets(db(), now, BATCH)),
  },
  {
    name: 'purge-second-steps',
    everySeconds: QUARTER_SECONDS,
    run: async (now) => {
      await inBatches(() => purgeChallenges(db(), now, BATCH))
      await inBatches(() => purgeEnrollments(db(), now, BATCH))
    },
  },
  {
    name: 'purge-text-messages',
    everySeconds: HOUR_SECONDS,
    run: async (now) => {
      await inBatches(() => purgeConfirmations(db(), now, BATCH))
      await inBatches(() => purgeSmsBudgets(db(), now, BATCH))
      await inBatches(() => purgeTexts(db(), now, BATCH))
    },
  },
  {
    name: 'purge-inbox-items',
    everySeconds: HOUR_SECONDS,
    run: (now) =>
      inBatches(() => purgeInboxItems(db(), addSeconds(now, -KEEP_INBOX_ITEMS_SECONDS), BATCH)),
  },
  {
    name: 'purge-failed-jobs',
    everySeconds: HOUR_SECONDS,
    run: (now) =>
      inBatches(() => purgeFailedJobs(db(), addSeconds(now, -KEEP_FAILED_JOBS_SECONDS), BATCH)),
  },
  {
    name: 'purge-notification-drafts',
    everySeconds: HOUR_SECONDS,
    run: (now) => inBatches(() => purgeDrafts(db(), addSeconds(now, -KEEP_DRAFTS_SECONDS), BATCH)),
  },
  {
    name: 'sweep-uploads',
    everySeconds: HOUR_SECONDS,
    run: (now) => sweepUploads(now, { alone: false }),
  },
  {
    name: 'reconcile-payments',
    everySeconds: PAYMENTS_SECONDS,
    claimSeconds: LOCKED_CLAIM_SECONDS,
    run: reconcilePayments,
  },
  {
    name: 'purge-payment-webhook-events',
    everySeconds: HOUR_SECONDS,
    run: (now) =>
      inBatches(() =>
        purgeWebhookEvents(db(), addSeconds(now, -KEEP_WEBHOOK_EVENTS_SECONDS), BATCH),
      ),
  },
  { name: 'tend-user-imports', everySeconds: IMPORTS_SECONDS, run: maintainImports },
  { name: 'tend-bulk-actions', everySeconds: IMPORTS_SECONDS, run: maintainBulkActions },
  { name: 'tend-notifications', everySeconds: NOTIFICATIONS_SECONDS, run: maintainNotifications },
]

async function inBatches(deleteBatch: () => Promise<number>): Promise<void> {
  while ((await deleteBatch()) === BATCH);
}
