import type { IncomingMessage, ServerResponse } from 'node:http'
import { logger } from '@/lib/platform/logger'

const SLOW_MS = 1000

/**
 * Writes one line when the answer is out: error for a 500, whoever answered it and whatever else was logged, info for unsafe
 * methods, other server errors and slow ones, debug for the rest. Never the query string (it may hold a token), cookies, credentials or
 * bodies.
 */
export function logRequest(req: IncomingMessage, res: ServerResponse, requestId: string, path: string): void {
  const startedAt = performance.now()
  res.on('close', () => {
    const ms = Math.round(performance.now() - startedAt)
    const safe = req.method === 'GET' || req.method === 'HEAD' || req.method === 'OPTIONS'
    const level =
      res.statusCode === 500 ? 'error' : !safe || res.statusCode >= 500 || ms > SLOW_MS ? 'info' : 'debug'
    if (!logger().isLevelEnabled(level)) return
    const status = res.writableFinished ? res.statusCode : 499 // the client left before the answer was out
    logger()[level]({ request_id: requestId, method: req.method, path, status, ms }, 'request')
  })
}
