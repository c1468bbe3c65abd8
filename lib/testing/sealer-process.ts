import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { openDatabase } from '@/lib/platform/db/database'

// A sealer of its own, for tests that kill it: DATABASE_URL says where it works.
await openDatabase({ url: loadSettings().databaseUrl ?? '' })
await sealAuditRecords(addSeconds(new Date(), 60))
