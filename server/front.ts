import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { settings } from '@/lib/config/settings'
import { bodyLimitOf, heardOutOf } from '@/lib/http/body-limits'
import { logger } from '@/lib/platform/logger'
import { answerProblem, type ProblemAnswer } from '@/server/answer-problem'
import { makeApiLane, type ApiLane } from '@/server/api-lane'
import { answerClientErrors } from '@/server/client-errors'
import { answerHealth } from '@/server/health'
import { hostPolicy } from '@/server/host-policy'
import { Handshakes } from '@/server/hub/handshakes'
import type { Hub } from '@/server/hub/hub'
import { hubUpgrades } from '@/server/hub/hub-upgrades'
import { doorAt, withoutClientSlash } from '@/server/hub/paths'
import { openMetrics } from '@/server/metrics'
import { cleanHeaders } from '@/server/inbound-headers'
import { hearOut, inLargeBodyTurn, replayed } from '@/server/page-body'
import type { Pages } from '@/server/pages'
import { proxyWarning } from '@/server/proxy-warning'
import { logRequest } from '@/server/request-log'
import { readTarget } from '@/server/request-target'
import type { RouteFile } from '@/server/route-table'
import { securityHeaders } from '@/server/security-headers'
import { listen, stoppable } from '@/server/server-life'
import { dispatchUpgrades, type UpgradeOwner } from '@/server/upgrades'

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
  pages: Pages
  hub: Hub
  routes: readonly RouteFile[]
  /** The paths that the pages answer, as in the file tree. */
  pagePaths: readonly string[]
  /** Who answers /api/v1. */
  apiLane: 'direct' | 'next'
  dev: boolean
}

/** One request on its way through the front. */
interface Visit {
  req: IncomingMessage
  res: ServerResponse
  path: string
  requestId: string
  /** What every answer carries: names and values in turn. */
  headers: readonly string[]
  refuse(answer: ProblemAnswer): void
}

/** Opens the one HTTP server. It listens when this resolves; `close` lets what has begun end. Throws StartError. */
export async function openFront(parts: Parts): Promise<{ close(): Promise<void> }> {
  let stopping = false
  const pass: ApiLane = (req, res, about) => void passToPages(visitOf(req, res, about), parts.pages)
  // In development a route file may be newer than the table that was read at start: Next decides alone.
  const lane =
    parts.dev && parts.apiLane === 'next'
      ? pass
      : makeApiLane(parts.routes, parts.apiLane === 'next' ? pass : undefined)
  const always = securityHeaders('same-origin')
  // What a provider sends a browser back with stands in an address of the API: no Referer may carry it on.
  const alwaysOfApi = securityHeaders('no-referrer')
  const { host, port, trustProxyHops } = settings()
  const isOurHost = hostPolicy()
  const warnOfProxy = proxyWarning()
  const metrics = openMetrics([...parts.routes.map(({ path }) => path), ...parts.pagePaths])
  const server = createServer(LIMITS)
  const stop = stoppable(server)
  const handshakes = new Handshakes(parts.hub)
  const isOpen = () => !stopping && parts.hub.isOpen()
  server.on('request', (req, res) => {
    const { requestId, fault, direct } = cleanHeaders(req, trustProxyHops, parts.dev)
    if (!direct) warnOfProxy()
    if (stopping) res.setHeader('Connection', 'close')
    const headers = req.url?.startsWith(`${API}/`) ? alwaysOfApi : always
    const visit = admit(req, res, [...headers, 'X-Request-Id', requestId], requestId, fault)
    // A long poll is answered when something happens: its time says nothing.
    if (!doorAt(visit?.path ?? '')) metrics?.follow(req, res, visit?.path ?? '')
    if (!visit) return
    if (req.headers.host !== undefined && !isOurHost(req.headers.host))
      return visit.refuse({ code: 'misdirected_request' })
    if (answerHealth(visit.path, req, res, visit.headers, isOpen)) return
    if (metrics?.answer(req, res, visit)) return
    const door = doorAt(visit.path)
    if (door) void handshakes.request(door, req, res, visit)
    else if (isApi(visit.path)) lane(req, res, visit)
    else void passToPages(visit, parts.pages)
  })
  // Without this Node asks for the body (100 Continue) before anybody has looked at its size.
  server.on('checkContinue', (req, res) => {
    if (!isTooLong(req, (req.url ?? '').split('?', 1)[0]!)) res.writeContinue()
    server.emit('request', req, res)
  })
  server.maxHeadersCount = MAX_HEADERS + 1
  const live = hubUpgrades(handshakes, { isOurHost, dev: parts.dev, maxHeaders: MAX_HEADERS })
  server.on('upgrade', dispatchUpgrades([live, ...upgradesOf(parts.pages)]))
  answerClientErrors(server)
  await listen(server, host, port)
  return {
    close: async () => {
      stopping = true
      await Promise.all([parts.hub.close(), stop()])
    },
  }
}

function isApi(path: string): boolean {
  return path === API || path.startsWith(`${API}/`)
}

/** Next's own: hot reload, in development. */
function upgradesOf({ upgrades }: Pages): UpgradeOwner[] {
  if (!upgrades) return []
  const take: UpgradeOwner['take'] = (...request) => upgrades.emit('upgrade', ...request.slice(0, 3))
  return [{ owns: (path) => path.startsWith('/_next/'), take }]
}

function visitOf(
  req: IncomingMessage,
  res: ServerResponse,
  about: { path: string; requestId: string; headers: readonly string[] },
): Visit {
  const { path, requestId, headers } = about
  return { req, res, path, requestId, headers, refuse: (answer) => answerProblem(res, answer, about) }
}

/** Lets a request in, in the one form that everything behind sees, or answers it here and gives null. */
function admit(
  req: IncomingMessage,
  res: ServerResponse,
  headers: readonly string[],
  requestId: string,
  fault: string | null,
): Visit | null {
  const target = readTarget(withoutClientSlash(req.url ?? ''))
  const path = target.kind === 'path' ? target.path : ''
  logRequest(req, res, requestId, path || '(refused)')
  const visit = visitOf(req, res, { path, requestId, headers })
  const refuse = (answer: ProblemAnswer) => {
    visit.refuse({ ...answer, close: true })
    return null
  }
  if (fault) return refuse({ code: 'bad_request', detail: fault })
  if (req.rawHeaders.length / 2 > MAX_HEADERS) return refuse({ code: 'headers_too_large' })
  if (target.kind === 'refused') return refuse({ code: 'bad_request', detail: target.reason })
  if (target.kind === 'redirect') {
    res.writeHead(308, [...headers, 'Location', target.location, 'Content-Length', '0']).end()
    return null
  }
  if (target.authority !== null) replaceHost(req, target.authority)
  req.url = path + target.query
  const method = req.method ?? ''
  const methods = isApi(path) ? API_METHODS : PAGE_METHODS
  if (!methods.has(method)) {
    const known = API_METHODS.has(method) || method === 'TRACE'
    const allow = { Allow: [...methods].join(', ') }
    return refuse({ code: known ? 'method_not_allowed' : 'not_implemented', headers: allow })
  }
  if (isTooLong(req, path)) return refuse({ code: 'body_too_large' })
  return visit
}

function isTooLong(req: IncomingMessage, path: string): boolean {
  // Who asks before sending is answered before.
  const heardOut = req.headers.expect === undefined ? heardOutOf(path) : 0
  return Number(req.headers['content-length'] ?? 0) > Math.max(bodyLimitOf(path), heardOut)
}

/** RFC 9112 §3.2.2: the authority of an absolute-form target counts, not the Host header. */
function replaceHost(req: IncomingMessage, authority: string): void {
  const kept = req.rawHeaders.flatMap((name, i, raw) =>
    i % 2 === 0 && name.toLowerCase() !== 'host' ? [name, raw[i + 1]!] : [],
  )
  req.rawHeaders = ['Host', authority, ...kept]
  req.headers.host = authority
}

async function passToPages(
  { req, res, path, requestId, headers, refuse }: Visit,
  pages: Pages,
): Promise<void> {
  for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i]!, headers[i + 1]!)
  try {
    if (req.method === 'GET' || req.method === 'HEAD') return await pages.handle(req, res)
    const limit = bodyLimitOf(path)
    const most = Math.max(limit, heardOutOf(path))
    const body = await inLargeBodyTurn(limit, () => hearOut(req, { limit, most }))
    if (body === 'aborted') return
    if (body === 'overloaded') return refuse({ code: 'overloaded', close: true })
    if (body === 'too_large') return refuse({ code: 'body_too_large', close: true })
    await pages.handle(replayed(req, body), res)
  } catch (error) {
    logger().error({ error, request_id: requestId }, 'Next failed')
    refuse({ code: 'internal_error' })
  }
}
