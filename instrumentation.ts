import type { Instrumentation } from 'next'
import { pageExchange } from '@/lib/http/pages/page-exchange'
import { logger } from '@/lib/platform/logger'

/**
 * Logs why a page failed, with its request ID: Next prints the cause without it. A post that no
 * action understood is the sender's mistake and answered with 400.
 */
export const onRequestError: Instrumentation.onRequestError = (
  error,
  { headers },
  { routePath },
) => {
  const about = { request_id: headers['x-request-id'], route: routePath }
  if (pageExchange()?.actionStarted === false) {
    const reason = error instanceof Error ? error.message : 'unknown'
    logger().warn({ ...about, reason }, 'a post cannot be read')
  } else logger().error({ ...about, error }, 'a page failed')
}
