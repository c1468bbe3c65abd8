import { now } from '@/lib/platform/clock'
import { db, type Db } from '@/lib/platform/db/database'
import { namingPattern } from '@/lib/platform/db/naming-pattern'
import { truncateText } from '@/lib/platform/input-fields'
import { logger } from '@/lib/platform/logger'

/** An external provider that may be unavailable. */
export type Provider = 'mail' | 'sms' | 'payments'

/** When a provider last succeeded and last failed; `lastError` is its own message. */
export interface ProviderHealth {
  lastSuccessAt: Date | null
  lastErrorAt: Date | null
  lastError: string | null
}

const MAX_ERROR_LENGTH = 500

/**
 * A provider's successes are recorded at most this often, so that bulk deliveries do not queue for
 * one row.
 */
const NOTE_EVERY_SECONDS = 5

/**
 * Records that a provider succeeded. Never throws, because the work is done. Not for use inside a
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
 * Records that a provider failed, with its message: stored without control characters and cut to
 * 500 characters. The caller leaves out credentials. Never throws. Not for use inside a
 * transaction.
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

/** The health of a provider; all null if it was never used. */
export async function readProviderHealth(provider: Provider): Promise<ProviderHealth> {
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

/** Removes error messages that name one of these addresses. */
export async function forgetErrorsNaming(db: Db, addresses: readonly string[]): Promise<void> {
  await db.$executeRaw`
    UPDATE provider_health SET last_error = NULL WHERE lower(last_error) ~ ${namingPattern(addresses)}::text`
}
