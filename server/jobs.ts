import * as auditJobs from '@/lib/audit/audit.jobs'
import * as apiKeyJobs from '@/lib/identity/api-keys/api-keys.jobs'
import * as identityJobs from '@/lib/identity/identity.jobs'
import * as trustedBrowserJobs from '@/lib/identity/mfa/trusted-browsers.jobs'
import * as registrationJobs from '@/lib/identity/registration/registration.jobs'
import * as contactJobs from '@/lib/messaging/contacts/contact.jobs'
import * as messagingJobs from '@/lib/messaging/messaging.jobs'
import * as notificationJobs from '@/lib/messaging/notifications/notification.jobs'
import * as webhookJobs from '@/lib/messaging/webhooks/webhook.jobs'
import * as paymentJobs from '@/lib/payments/payment.jobs'
import * as simulatorJobs from '@/lib/payments/providers/simulator.jobs'
import { isJob, isPurgeJob, isRecurringJob } from '@/lib/platform/jobs/define-job'
import * as platformJobs from '@/lib/platform/jobs/platform.jobs'
import * as profileFieldJobs from '@/lib/profile-fields/profile-fields.jobs'
import * as settingsJobs from '@/lib/settings/settings.jobs'
import * as uploadJobs from '@/lib/uploads/upload.jobs'
import * as bulkActionJobs from '@/lib/users/bulk/bulk-action.jobs'
import * as erasureJobs from '@/lib/users/erasure/erasure.jobs'
import * as userImportJobs from '@/lib/users/import/user-import.jobs'
import * as overviewJobs from '@/lib/users/overview.jobs'
import * as webhookSubscriptionJobs from '@/server/webhook-subscriptions.jobs'

/** Every `*.jobs.ts`: the worker runs the jobs that these modules export. */
const modules: readonly object[] = [
  apiKeyJobs,
  auditJobs,
  bulkActionJobs,
  contactJobs,
  erasureJobs,
  identityJobs,
  messagingJobs,
  notificationJobs,
  overviewJobs,
  paymentJobs,
  platformJobs,
  profileFieldJobs,
  registrationJobs,
  settingsJobs,
  simulatorJobs,
  trustedBrowserJobs,
  uploadJobs,
  userImportJobs,
  webhookJobs,
  webhookSubscriptionJobs,
]
const exported = modules.flatMap((module): unknown[] => Object.values(module))

export const jobs = exported.filter(isJob)
export const recurringJobs = exported.filter(isRecurringJob)
export const purgeJobs = recurringJobs.filter(isPurgeJob)
