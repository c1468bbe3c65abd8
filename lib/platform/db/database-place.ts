import { join } from 'node:path'
import type { Settings } from '@/lib/config/settings'
import type { DatabasePlace } from '@/lib/platform/db/database'

/** Where the settings say that the database is. */
export function databasePlace({
  databaseUrl,
  databaseDirectUrl,
  databaseReplicaUrl,
  dataDir,
}: Pick<
  Settings,
  'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl' | 'dataDir'
>): DatabasePlace {
  return databaseUrl
    ? { url: databaseUrl, directUrl: databaseDirectUrl, replicaUrl: databaseReplicaUrl }
    : { folder: join(dataDir, 'db') }
}
