import { settings } from '@/lib/config/settings'
import { inProcessTransport, useTransport, type BusTransport } from '@/lib/platform/bus/bus'
import { postgresTransport } from '@/lib/platform/bus/postgres-transport'
import { redisTransport } from '@/lib/platform/bus/redis-transport'
import { database } from '@/lib/platform/db/database'

/**
 * Puts the bus into service: in process with the embedded database (nobody else is there), by Redis
 * where REDIS_URL is set, else by the database server. Never throws because a carrier is away: the
 * bus is then not alive until it is there.
 */
export async function startBus(): Promise<void> {
  useTransport(chosenTransport())
}

function chosenTransport(): BusTransport {
  const { redisUrl, databaseUrl } = settings()
  if (database().kind === 'embedded' || !databaseUrl) return inProcessTransport
  return redisUrl ? redisTransport(redisUrl) : postgresTransport(databaseUrl)
}
