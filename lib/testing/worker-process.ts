import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { loadSettings } from '@/lib/config/settings'
import { mailJobHandlers } from '@/lib/messaging/mail/send-queued-mail'
import { notificationJobHandlers } from '@/lib/messaging/notifications/notification-jobs'
import { createPayment, type PaymentInput } from '@/lib/payments/create-payment'
import { type RefundInput, refundPayment } from '@/lib/payments/refund-payment'
import { addSeconds } from '@/lib/platform/clock'
import { openDatabase } from '@/lib/platform/db/database'
import { startJobWorker } from '@/lib/platform/jobs/job-worker'
import { principalOf } from '@/lib/testing/principal-of'
import { testContext } from '@/lib/testing/test-context'
import { bulkActionJobHandlers } from '@/lib/users/bulk/process-bulk-action'
import { userImportJobHandlers } from '@/lib/users/import/import-jobs'

// Started by start-worker.ts. The first argument selects the work, the environment says where.
const WORK = {
  'bulk actions': () => startJobWorker(bulkActionJobHandlers),
  imports: () => startJobWorker(userImportJobHandlers),
  mails: () => startJobWorker(mailJobHandlers),
  notifications: () => startJobWorker(notificationJobHandlers),
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
