import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { loadSettings } from '@/lib/config/settings'
import { mailJob } from '@/lib/messaging/messaging.jobs'
import {
  notificationJob,
  notificationMailJob,
  notificationSmsJob,
} from '@/lib/messaging/notifications/notification.jobs'
import { createPayment, type PaymentInput } from '@/lib/payments/create-payment'
import { type RefundInput, refundPayment } from '@/lib/payments/refund-payment'
import { addSeconds } from '@/lib/platform/clock'
import { openDatabase } from '@/lib/platform/db/database'
import { startJobWorker } from '@/lib/platform/jobs/job-worker'
import { principalOf } from '@/tests/kit/principal-of'
import { testContext } from '@/tests/kit/test-context'
import { bulkActionJob } from '@/lib/users/bulk/bulk-action.jobs'
import { importInvitationsJob, userImportJob } from '@/lib/users/import/user-import.jobs'

// Started by start-worker.ts. The first argument selects the work, the environment says where.
const WORK = {
  'bulk actions': () => startJobWorker([bulkActionJob]),
  imports: () => startJobWorker([userImportJob, importInvitationsJob]),
  mails: () => startJobWorker([mailJob]),
  notifications: () => startJobWorker([notificationJob, notificationMailJob, notificationSmsJob]),
  payments: () => doPaymentTask(JSON.parse(process.env.TASK ?? '') as PaymentTask),
  'audit seals': () => sealAuditRecords(addSeconds(new Date(), 60)),
}
export type Work = keyof typeof WORK

type PaymentTask = { ownerId: string } & (
  { do: 'charge'; input: PaymentInput } | { do: 'refund'; input: RefundInput }
)

async function doPaymentTask(task: PaymentTask): Promise<void> {
  const owner = await principalOf(task.ownerId)
  if (task.do === 'charge') await createPayment(owner, task.input, testContext())
  else await refundPayment(owner, task.input, testContext())
}

await openDatabase({ url: loadSettings().databaseUrl ?? '' })
await WORK[process.argv[2] as Work]()
