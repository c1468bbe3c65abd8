import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { settings } from '@/lib/config/settings'
import { logger } from '@/lib/platform/logger'
import { answerProblem, type ProblemAnswer } from '@/server/answer-problem'
import type { ApiLane } from '@/server/api-lane'
import { answerClientErrors } from '@/server/client-errors'
import { answerHealth } from '@/server/health'
import { cleanHeaders } from '@/server/inbound-headers'
import { MAX_PAGE_BODY_BYTES, readBody, replayed } from '@/server/page-body'
import type { Pages } from '@/server/pages'
import { logRequest } from '@/server/request-log'
import { readTarget } from '@/server/request-target'
import { securityHeaders, setSecurityHeaders } from '@/server/security-headers'
import { listen, stopServer } from '@/server/server-life'
import { dispatchUpgrades } from '@/server/upgrades'

const API = '/api/v1'
const API_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const PAGE_METHODS = new Set(['GET', 'HEAD', 'POST'])
const MAX_HEADERS = 200
const LIMITS = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
  keepAliveTimeout: 65_000, // longer than a load balancer keeps its side, or it meets closed connections
}

interface Parts {
  /** Null: Next answers /api/v1 too. */
  lane: ApiLane | null
  pages: Pages
}

/** Opens the one HTTP server. It listens when this resolves; `close` lets what has begun end. Throws StartError. */
export async function openFront(parts: Parts): Promise<{ close(): Promise<void> }> {
  const life = { stopping: false }
  const headers = securityHeaders()
  const trustProxyHops = settings().trustProxyHops
  const server = createServer(LIMITS, (req, res) => {
    const { requestId, fault } = cleanHeaders(req, trustProxyHops)
    setSecurityHeaders(res, headers)
    res.setHeader('X-Request-Id', requestId)
    if (life.stopping) res.setHeader('Connection', 'close')
    route(req, res, requestId, fault, { ...parts, stopping: () => life.stopping })
  })
  server.maxHeadersCount = MAX_HEADERS + 1
  server.on('upgrade', dispatchUpgrades(upgradeOwners(parts.pages)))
  answerClientErrors(server)
  const { host, port } = settings()
  await listen(server, host, port)
  return {
    close: () => {
      life.stopping = true
      return stopServer(server)
    },
  }
}

function upgradeOwners({ upgrades }: Pages): { owns(path: string): boolean; server: Server }[] {
  return upgrades ? [{ owns: (path) => path.startsWith('/_next/'), server: upgrades }] : []
}

function route(
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
  fault: string | null,
  parts: Parts & { stopping(): boolean },
): void {
  const target = readTarget(req.url ?? '')
  const path = target.kind === 'path' ? target.path : '-'
  logRequest(req, res, requestId, path)
  const refuse = (answer: ProblemAnswer) =>
    answerProblem(res, requestId, answer, path === '-' ? undefined : path)
  if (fault) return refuse({ code: 'bad_request', detail: fault, close: true })
  if (req.rawHeaders.length / 2 > MAX_HEADERS)
    return refuse({ code: 'bad_request', status: 431, close: true })
  if (target.kind === 'refused') return refuse({ code: 'bad_request', detail: target.reason, close: true })
  if (target.kind === 'redirect') {
    res.writeHead(308, { Location: target.location, 'Content-Length': 0 }).end()
    return
  }
  if (target.authority !== null) replaceHost(req, target.authority)
  req.url = path + target.query
  const isApi = path === API || path.startsWith(`${API}/`)
  const methods = isApi ? API_METHODS : PAGE_METHODS
  if (!methods.has(req.method ?? ''))
    return refuse({
      code: 'method_not_allowed',
      status: API_METHODS.has(req.method ?? '') || req.method === 'TRACE' ? 405 : 501,
      headers: { Allow: [...methods].join(', ') },
      close: true,
    })
  if (Number(req.headers['content-length'] ?? 0) > MAX_PAGE_BODY_BYTES)
    return refuse({ code: 'body_too_large', close: true })
  if (answerHealth(path, req, res, parts.stopping)) return
  if (isApi && parts.lane) return parts.lane(req, res, path, requestId)
  void passToPages(req, res, parts.pages, refuse)
}

/** RFC 9112 §3.2.2: the authority of an absolute-form target counts, not the Host header. */
function replaceHost(req: IncomingMessage, authority: string): void {
  const kept = req.rawHeaders.flatMap((_, i, raw) =>
    i % 2 === 0 && raw[i]!.toLowerCase() !== 'host' ? [raw[i]!, raw[i + 1]!] : [],
  )
  req.rawHeaders = ['Host', authority, ...kept]
  req.headers.host = authority
}

async function passToPages(
  req: IncomingMessage,
  res: ServerResponse,
  pages: Pages,
  refuse: (answer: ProblemAnswer) => void,
): Promise<void> {
  try {
    if (req.method === 'GET' || req.method === 'HEAD') return await pages.handle(req, res)
    const body = await readBody(req, MAX_PAGE_BODY_BYTES)
    if (body === 'aborted') return
    if (body === 'too_large') return refuse({ code: 'body_too_large', close: true })
    await pages.handle(replayed(req, body), res)
  } catch (error) {
    logger().error({ error }, 'Next failed')
    refuse({ code: 'internal_error' })
  }
}
