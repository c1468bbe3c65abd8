import { logger } from '@/lib/platform/logger'

/**
 * Under npm, Ctrl-C in a terminal reaches the process twice (from the terminal and forwarded). Both
 * count as one request to stop.
 */
export const DUPLICATE_SIGNAL_MS = 700

/**
 * Every change of state is a conditional write in the database, so an uncaught error leaves nothing
 * half done: it is logged, and other requests continue. A closed terminal (EPIPE) or a full disk
 * must not end the service.
 */
export function logUncaughtErrors(): void {
  const ignore = () => undefined
  process.stdout.on('error', ignore)
  process.stderr.on('error', ignore)
  const log = (message: string) => (error: unknown) => {
    const { code } = (error ?? {}) as { code?: string }
    if (code === 'EPIPE' || code === 'ENOSPC') return
    logger().error({ error }, message)
  }
  process.on('uncaughtException', log('an uncaught error'))
  process.on('unhandledRejection', log('an unhandled rejection'))
}
