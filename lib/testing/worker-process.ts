import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { loadSettings } from '@/lib/config/settings'
import { mailJobHandlers } from '@/lib/mail/mail-jobs'
import { notificationJobHandlers } from '@/lib/notifications/notification-jobs'
import { addSeconds } from '@/lib/platform/clock'
import { openDatabase } from '@/lib/platform/db/database'
import { startJobWorker } from '@/lib/platform/jobs/job-worker'
import { bulkActionJobHandlers } from '@/lib/user-bulk/bulk-jobs'
import { userImportJobHandlers } from '@/lib/user-import/import-jobs'

// Started by start-worker.ts. The first argument says what to work on, the environment says where.
const WORK = {
  'bulk actions': () => startJobWorker(bulkActionJobHandlers),
  imports: () => startJobWorker(userImportJobHandlers),
  mails: () => startJobWorker(mailJobHandlers),
  notifications: () => startJobWorker(notificationJobHandlers),
  'audit seals': () => sealAuditRecords(addSeconds(new Date(), 60)),
}
export type Work = keyof typeof WORK

await openDatabase({ url: loadSettings().databaseUrl ?? '' })
await WORK[process.argv[2] as Work]()
