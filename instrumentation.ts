import type { Instrumentation } from 'next'
import { logger } from '@/lib/platform/logger'

/** Logs why a page failed, with its request ID: Next prints the cause without it. */
export const onRequestError: Instrumentation.onRequestError = (
  error,
  { headers },
  { routePath },
) => {
  logger().error({ request_id: headers['x-request-id'], error, route: routePath }, 'a page failed')
}
