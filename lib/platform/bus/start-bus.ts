import { settings } from '@/lib/config/settings'
import { inProcessTransport, useTransport, type BusTransport } from '@/lib/platform/bus/bus'
import { postgresTransport } from '@/lib/platform/bus/postgres-transport'
import { database } from '@/lib/platform/db/database'

/**
 * Starts the bus: in process with the embedded database (there are no other instances), over Redis
 * if REDIS_URL is set, else over the database server. Never throws because a carrier is
 * unavailable: the bus is then not alive until it is back.
 */
export async function startBus(): Promise<void> {
  useTransport(await chosenTransport())
}

async function chosenTransport(): Promise<BusTransport> {
  const { redisUrl, databaseUrl, databaseDirectUrl } = settings()
  if (database().kind === 'embedded' || !databaseUrl) return inProcessTransport
  // LISTEN belongs to a session, so it can't go through a pooler in transaction mode.
  if (!redisUrl) return postgresTransport(databaseDirectUrl ?? databaseUrl)
  // Loaded only where it is used: its packages would take a tenth of the start.
  const { redisTransport } = await import('@/lib/platform/bus/redis-transport')
  return redisTransport(redisUrl)
}
