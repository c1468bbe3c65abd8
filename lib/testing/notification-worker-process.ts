import { loadSettings } from '@/lib/config/settings'
import { notificationJobHandlers } from '@/lib/notifications/notification-jobs'
import { openDatabase } from '@/lib/platform/db/database'
import { startJobWorker } from '@/lib/platform/jobs/job-worker'

// A worker of its own, for tests that kill it: DATABASE_URL and SMTP_URL say where it works.
await openDatabase({ url: loadSettings().databaseUrl ?? '' })
startJobWorker(notificationJobHandlers)
