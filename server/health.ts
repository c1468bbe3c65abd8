import type { IncomingMessage, ServerResponse } from 'node:http'
import { pingDatabase } from '@/lib/platform/db/ping-database'

const PING_WITHIN_MS = 1000

/**
 * Answers /healthz (the process runs) and /readyz (requests will succeed: the database answers, it was migrated, or nothing
 * would listen, and the hub takes live connections). No versions, hosts or counts: anybody may ask. False for any other path.
 */
export function answerHealth(
  path: string,
  req: IncomingMessage,
  res: ServerResponse,
  headers: readonly string[],
  isOpen: () => boolean,
): boolean {
  if (path !== '/healthz' && path !== '/readyz') return false
  if (req.method !== 'GET' && req.method !== 'HEAD') return false
  if (path === '/healthz') write(res, 200, headers)
  else if (!isOpen()) write(res, 503, headers)
  else
    void pingDatabase(PING_WITHIN_MS).then((answers) => write(res, answers && isOpen() ? 200 : 503, headers))
  return true
}

function write(res: ServerResponse, status: 200 | 503, headers: readonly string[]): void {
  const body = status === 200 ? '{"status":"ok"}' : '{"status":"unavailable"}'
  const own = ['Content-Type', 'application/json', 'Cache-Control', 'no-store']
  if (status === 503) own.push('Retry-After', '1')
  res.writeHead(status, [...headers, ...own, 'Content-Length', String(body.length)])
  res.end(res.req.method === 'HEAD' ? undefined : body)
}
