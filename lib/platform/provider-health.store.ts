import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { truncateText } from '@/lib/platform/input-fields'
import { logger } from '@/lib/platform/logger'

/** What carries something for us and may be away. */
export type Provider = 'mail' | 'sms' | 'payments'

/** When a provider last worked and last failed; `lastError` is in its own words. */
export interface ProviderHealth {
  lastSuccessAt: Date | null
  lastErrorAt: Date | null
  lastError: string | null
}

const MAX_ERROR_LENGTH = 500

/**
 * A provider that works often is noted at most this often, so that bulk deliveries do not queue up
 * for one row.
 */
const NOTE_EVERY_SECONDS = 5

/**
 * Notes that a provider did its work. Never throws: the work is done. Not for use inside a
 * transaction.
 */
export async function recordProviderSuccess(provider: Provider): Promise<void> {
  const at = now()
  await quietly(
    () => db().$executeRaw`
      INSERT INTO provider_health AS known (provider, last_success_at) VALUES (${provider}, ${at}::timestamptz)
      ON CONFLICT (provider) DO UPDATE SET last_success_at = EXCLUDED.last_success_at
      WHERE known.last_success_at IS NULL OR known.last_error_at >= known.last_success_at
        OR known.last_success_at < ${at}::timestamptz - make_interval(secs => ${NOTE_EVERY_SECONDS}::int)`,
  )
}

/**
 * Notes that a provider failed, with what it said: kept without control characters and cut to 500
 * characters. The caller leaves credentials out. Never throws. Not for use inside a transaction.
 */
export async function recordProviderError(provider: Provider, message: string): Promise<void> {
  const at = now()
  const error = truncateText(message.replace(/\p{Cc}+/gu, ' ').trim(), MAX_ERROR_LENGTH)
  await quietly(
    () => db().$executeRaw`
      INSERT INTO provider_health AS known (provider, last_error_at, last_error) VALUES (${provider}, ${at}::timestamptz, ${error})
      ON CONFLICT (provider) DO UPDATE SET last_error_at = EXCLUDED.last_error_at, last_error = EXCLUDED.last_error
      WHERE known.last_error_at IS NULL OR known.last_error_at <= EXCLUDED.last_error_at`,
  )
}

/** The health of a provider; all null where it was never used. */
export async function findProviderHealth(provider: Provider): Promise<ProviderHealth> {
  const found = await db().providerHealth.findUnique({
    where: { provider },
    select: { lastSuccessAt: true, lastErrorAt: true, lastError: true },
  })
  return found ?? { lastSuccessAt: null, lastErrorAt: null, lastError: null }
}

async function quietly(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    logger().warn({ error }, 'the health of a provider could not be noted')
  }
}
