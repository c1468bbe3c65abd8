import { join } from 'node:path'
import type { Settings } from '@/lib/config/settings'
import type { DatabasePlace } from '@/lib/platform/db/database'

/** Where the settings say that the database is. */
export function databasePlace({
  databaseUrl,
  databaseDirectUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>): DatabasePlace {
  return databaseUrl
    ? { url: databaseUrl, directUrl: databaseDirectUrl }
    : { folder: join(dataDir, 'db') }
}
