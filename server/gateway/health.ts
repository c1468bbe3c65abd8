import type { ServerResponse } from 'node:http'
import { pingDatabase } from '@/lib/platform/db/database'
import type { GatewayRequest } from '@/server/gateway/inbound-request'

const PING_WITHIN_MS = 1000

/**
 * Whether requests will succeed: the process is open, the database responds, and it is migrated
 * (otherwise nothing would listen).
 */
export type Readiness = () => Promise<boolean>

/** `isOpen`: whether the process is not stopping and the hub accepts live connections. */
export function readinessOf(isOpen: () => boolean): Readiness {
  return async () => isOpen() && (await pingDatabase(PING_WITHIN_MS)) && isOpen()
}

/**
 * Answers /healthz (the process is running) and /readyz. Contains no versions, hosts or counts
 * because the endpoints are public. Returns false for any other path.
 */
export function answerHealth(
  { path, req, res, headers }: GatewayRequest,
  isReady: Readiness,
): boolean {
  if (path !== '/healthz' && path !== '/readyz') return false
  if (req.method !== 'GET' && req.method !== 'HEAD') return false
  if (path === '/healthz') write(res, 200, headers)
  else void isReady().then((ready) => write(res, ready ? 200 : 503, headers))
  return true
}

function write(res: ServerResponse, status: 200 | 503, headers: readonly string[]): void {
  const body = status === 200 ? '{"status":"ok"}' : '{"status":"unavailable"}'
  const own = ['Content-Type', 'application/json', 'Cache-Control', 'no-store']
  if (status === 503) own.push('Retry-After', '1')
  res.writeHead(status, [...headers, ...own, 'Content-Length', String(body.length)])
  res.end(res.req.method === 'HEAD' ? undefined : body)
}
