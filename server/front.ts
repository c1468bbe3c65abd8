import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { settings } from '@/lib/config/settings'
import { maySendForm } from '@/lib/http/may-send-form'
import { makeApiLane, type ApiLane } from '@/server/api-lane'
import { answerClientErrors } from '@/server/client-errors'
import { isClosing } from '@/server/close-connection'
import { answerHealth } from '@/server/health'
import { hostPolicy } from '@/server/host-policy'
import { Handshakes } from '@/server/hub/handshakes'
import type { Hub } from '@/server/hub/hub'
import { doorAt } from '@/server/hub/paths'
import { cleanHeaders } from '@/server/inbound-headers'
import { openMetrics } from '@/server/metrics'
import { passToPages } from '@/server/page-lane'
import type { Pages } from '@/server/pages'
import { proxyWarning } from '@/server/proxy-warning'
import type { RouteFile } from '@/server/route-table'
import { securityHeaders } from '@/server/security-headers'
import { listen, stoppable } from '@/server/server-life'
import { outlastUnreadBodies } from '@/server/unread-body'
import { ignoresUpgrade, UpgradableRequest } from '@/server/upgradable-request'
import { dispatchUpgrades } from '@/server/upgrades'
import { admit, isApi, MAX_HEADERS, type Visit } from '@/server/visit'

const LIMITS = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
  keepAliveTimeout: 65_000, // longer than a load balancer keeps its side, or it meets closed connections
}
/** A connection on which nothing moves for so long is cut: nobody may keep an answer waiting by not reading it. */
const IDLE_MS = 120_000

interface Parts {
  pages: Pages
  hub: Hub
  routes: readonly RouteFile[]
  /** The paths that the pages answer, as in the file tree. */
  pagePaths: readonly string[]
  /** Who answers /api/v1. */
  apiLane: 'direct' | 'next'
  dev: boolean
  /** Tests wait less long. */
  idleMs?: number
}

/** Opens the one HTTP server. It listens when this resolves; `close` lets what has begun end. Throws StartError. */
export async function openFront(parts: Parts): Promise<{ close(): Promise<void> }> {
  let stopping = false
  const { pages, dev } = parts
  const always = securityHeaders('same-origin')
  // What a provider sends a browser back with stands in an address of the API: no Referer may carry it on.
  const alwaysOfApi = securityHeaders('no-referrer')
  // Mails are read on pages of other sites, which may show the logo.
  const alwaysOfLogos = securityHeaders('same-origin', 'cross-origin')
  const headersAt = (url = '') =>
    url.startsWith('/api/v1/') ? alwaysOfApi : url.startsWith('/brand/logo-') ? alwaysOfLogos : always
  const { host, port, trustProxyHops } = settings()
  const isOurHost = hostPolicy()
  const warnOfProxy = proxyWarning()
  const metrics = openMetrics([...parts.routes.map(({ path }) => path), ...parts.pagePaths])
  const server: Server = createServer({ ...LIMITS, IncomingMessage: UpgradableRequest })
  server.setTimeout(parts.idleMs ?? IDLE_MS)
  server.maxHeadersCount = MAX_HEADERS + 1
  const stop = stoppable(server)
  outlastUnreadBodies(server)
  const handshakes = new Handshakes(parts.hub)
  const isOpen = () => !stopping && parts.hub.isOpen()
  const lane = laneOf(parts)
  const latest = new WeakMap<Socket, ServerResponse>()
  // What a client sends behind a request whose answer is the last one is not served.
  const isOver = (socket: Socket) =>
    isClosing(socket) || latest.get(socket)?.getHeader('connection') === 'close'
  const route = (visit: Visit) => {
    const { req, res, path } = visit
    if (req.headers.host !== undefined && !isOurHost(req.headers.host))
      return visit.refuse({ code: 'misdirected_request' })
    if (answerHealth(path, req, res, visit.headers, isOpen)) return
    if (metrics?.answer(req, res, visit)) return
    const door = doorAt(path)
    if (door) handshakes.request(door, req, res, visit).catch(visit.fail)
    else if (isApi(path)) lane(visit)
    else void passToPages(visit, pages, async () => maySendForm(path, webHeaders(req)), pages.actions)
  }
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (isOver(req.socket)) return
    latest.set(req.socket, res)
    const { requestId, fault, direct } = cleanHeaders(req, trustProxyHops, dev)
    if (!direct) warnOfProxy()
    if (stopping || ignoresUpgrade(req)) res.setHeader('Connection', 'close')
    const headers = [...headersAt(req.url), 'X-Request-Id', requestId]
    const visit = admit(req, res, { requestId, fault, headers })
    // A long poll is answered when something happens: its time says nothing.
    if (!doorAt(visit?.path ?? '')) metrics?.follow(req, res, visit?.path ?? '')
    if (!visit) return
    try {
      route(visit)
    } catch (error) {
      visit.fail(error)
    }
  })
  // Node would ask for the body (100 Continue) before anybody has looked at the request: whoever reads it asks (request-body.ts).
  // Expectations that are none are ignored.
  for (const event of ['checkContinue', 'checkExpectation'])
    server.on(event, (req, res) => void server.emit('request', req, res))
  const next = pages.upgrades
  server.on('upgrade', dispatchUpgrades({ handshakes, next, isOurHost, dev, maxHeaders: MAX_HEADERS }))
  answerClientErrors(server)
  await listen(server, host, port)
  return {
    close: async () => {
      stopping = true
      await Promise.all([parts.hub.close(), stop()])
    },
  }
}

function laneOf({ routes, apiLane, dev, pages }: Parts): ApiLane {
  if (apiLane === 'direct') return makeApiLane(routes)
  // In development a route file may be newer than the table that was read at start: Next decides alone.
  if (dev) return (visit) => void passToPages(visit, pages, async () => true)
  return makeApiLane(routes, (visit, maySend) => void passToPages(visit, pages, maySend))
}

/** The headers of a request in the form that pages know; each was settled by `cleanHeaders`. */
function webHeaders({ headers }: IncomingMessage): Headers {
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string])
  return new Headers(pairs)
}
