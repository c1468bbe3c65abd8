import { isDatabaseAway } from '@/lib/platform/db/database-errors'
import { logger } from '@/lib/platform/logger'
import { refuse, RefusedError, type Refusal } from '@/lib/platform/problems'

/**
 * What a client is told about something thrown: a refusal that travels as an error, "unavailable" when the database is away, else
 * a fixed text. The cause is in the log only, under the request id.
 */
export function refusalOf(error: unknown, requestId: string): Refusal {
  if (error instanceof RefusedError) return error.refusal
  if (isDatabaseAway(error)) {
    logger().warn({ request_id: requestId, reason: (error as Error).message }, 'the database is away')
    return refuse('unavailable', { retryAfterSeconds: 1 })
  }
  logger().error({ request_id: requestId, error }, 'a request failed')
  return refuse('internal_error')
}
