import { loadSettings } from '@/lib/config/settings'
import { openDatabase } from '@/lib/platform/db/database'
import { startJobWorker } from '@/lib/platform/jobs/job-worker'
import { bulkActionJobHandlers } from '@/lib/user-bulk/bulk-jobs'

// A worker of its own, for tests that kill it: DATABASE_URL says where it works.
await openDatabase({ url: loadSettings().databaseUrl ?? '' })
startJobWorker(bulkActionJobHandlers)
