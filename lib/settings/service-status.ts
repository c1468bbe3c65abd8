import { findChainHead } from '@/lib/audit/audit-seal.store'
import { listVerifications, type Verification } from '@/lib/audit/verify-audit'
import { settings } from '@/lib/config/settings'
import { isBusAlive } from '@/lib/platform/bus/bus'
import { database, db } from '@/lib/platform/db/database'
import {
  listQueueDepths,
  listScheduledTasks,
  type QueueDepth,
  readDatabaseVersion,
  readMigrations,
} from '@/lib/settings/service-status.store'

/** The state of the running service, for operators. */
export interface ServiceStatus {
  version: string
  node: string
  /** When this process started. */
  startedAt: Date
  migrations: { count: number; last: string | null }
  database: { embedded: boolean; version: string }
  redis: boolean
  bus: 'in_process' | 'alive' | 'not_alive'
  audit: { sealed: number; lastVerified: Verification | null }
  queues: QueueDepth[]
  scheduled: { name: string; nextRunAt: Date }[]
}

/** The state of the service as seen by this instance. `version` is the version of the package. */
export async function readServiceStatus(version: string): Promise<ServiceStatus> {
  const [migrations, databaseVersion, head, [lastVerified = null], queues, scheduled] =
    await Promise.all([
      readMigrations(db()),
      readDatabaseVersion(db()),
      findChainHead(db()),
      listVerifications(1),
      listQueueDepths(db()),
      listScheduledTasks(db()),
    ])
  const embedded = database().kind === 'embedded'
  const { redisUrl, upstash } = settings()
  return {
    version,
    node: process.version,
    startedAt: new Date(Date.now() - process.uptime() * 1000),
    migrations,
    database: { embedded, version: databaseVersion },
    redis: redisUrl !== null || upstash !== null,
    bus: embedded ? 'in_process' : isBusAlive() ? 'alive' : 'not_alive',
    audit: { sealed: head?.seq ?? 0, lastVerified },
    queues,
    scheduled,
  }
}
