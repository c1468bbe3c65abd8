import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isLoopbackInBrowsers } from '@/lib/config/loopback'
import { settings } from '@/lib/config/settings'
import { maySendForm } from '@/lib/http/pages/page-gate'
import type { RouteFile } from '@/lib/http/route-declaration'
import { type Refusal, refuse } from '@/lib/platform/problems'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'
import { type ApiRouter, createApiRouter } from '@/server/gateway/api-router'
import { type BodyLimits, bodyLimits } from '@/server/gateway/body-limits'
import { drainable } from '@/server/gateway/draining'
import { answerHealth, type Readiness, readinessOf } from '@/server/gateway/health'
import {
  drainUnreadBodies,
  ignoresUpgrade,
  isClosing,
  listen,
  UpgradableRequest,
} from '@/server/gateway/http-server'
import { admitRequest, type GatewayRequest, isApi } from '@/server/gateway/inbound-request'
import type { Pages } from '@/server/gateway/next-pages'
import { routeToPages } from '@/server/gateway/page-router'
import { answerInTurn } from '@/server/gateway/pipelined-requests'
import { localModeWarning, missingHopWarning } from '@/server/gateway/proxy-warnings'
import { answerClientErrors } from '@/server/gateway/refuse-request'
import { arrivalMs } from '@/server/gateway/request-bodies'
import { routePatterns } from '@/server/gateway/route-pattern'
import {
  type CleanHeaders,
  cleanHeaders,
  liveEndpointAt,
  MAX_HEADERS,
} from '@/server/gateway/request-head'
import { answerWellKnown } from '@/server/gateway/well-known'
import { dispatchUpgrades, Handshakes } from '@/server/live/handshakes'
import type { Hub } from '@/server/live/hub'
import { endRelayed } from '@/server/live/worker-relay'
import { type Metrics, openMetrics } from '@/server/metrics/metrics'
import { requestSpans } from '@/server/tracing/request-spans'

const HEADERS_MS = 10_000
const LIMITS = {
  maxHeaderSize: 16_384,
  headersTimeout: HEADERS_MS,
  // The longest that any request may take. request-bodies.ts ends slow bodies sooner.
  requestTimeout: HEADERS_MS + arrivalMs(MAX_UPLOAD_BYTES),
  connectionsCheckingInterval: 2000,
  // Node's refusal would lack our headers and the problem document (request-head.ts).
  requireHostHeader: false,
  // Longer than the idle timeout of load balancers, which would otherwise reuse closed connections.
  keepAliveTimeout: 65_000,
}
/**
 * A connection without traffic for this long is cut, so that a client cannot hold a response open
 * by not reading it.
 */
const IDLE_MS = 120_000

interface Parts {
  pages: Pages
  hub: Hub
  routes: readonly RouteFile[]
  /** The paths of the pages, as in the file tree. */
  pagePaths: readonly string[]
  /** Who serves /api/v1. */
  apiServedBy: 'gateway' | 'next'
  dev: boolean
  /** Shorter in tests. */
  idleMs?: number
}

/** How long a connection of a stopping service has to be without traffic to count as idle. */
const QUIET_MS = 1000
/** Shorter in local mode, where a developer waits for the service to stop. */
const QUIET_LOCALLY_MS = 200

export interface Gateway {
  /**
   * Lets running requests finish. For `graceMs`, new connections are still accepted, so that load
   * balancers can notice the 503 of /readyz first.
   */
  close(graceMs?: number): Promise<void>
}

/**
 * Opens the only HTTP server. Resolves when it listens. Throws StartError.
 */
export async function openGateway(parts: Parts): Promise<Gateway> {
  const { pages, hub, dev } = parts
  const { host, port } = settings()
  const server: Server = createServer({ ...LIMITS, IncomingMessage: UpgradableRequest })
  server.setTimeout(parts.idleMs ?? IDLE_MS)
  server.maxHeadersCount = MAX_HEADERS + 1
  const drain = drainable(server)
  drainUnreadBodies(server)
  const handshakes = new Handshakes(hub)
  const isOwnHost = hostPolicy()
  let stopping = false
  const state = { handshakes, isOwnHost, isStopping: () => stopping }
  const { receive, refuse } = requestHandlers(parts, state)
  answerInTurn(server, receive, refuse)
  // By default, Node asks for the body (100 Continue) before the request is checked. Here, the code
  // that reads the body asks for it (request-bodies.ts). Unknown expectations are ignored.
  for (const event of ['checkContinue', 'checkExpectation'])
    server.on(event, (req, res) => void server.emit('request', req, res))
  const next = pages.upgrades
  server.on('upgrade', dispatchUpgrades({ handshakes, next, isOwnHost, dev }))
  answerClientErrors(server)
  await listen(server, host, port)
  return {
    close: async (graceMs = 0) => {
      stopping = true
      const options = { graceMs, quietMs: settings().local ? QUIET_LOCALLY_MS : QUIET_MS }
      await drain.begin(options)
      endRelayed()
      await Promise.all([hub.close(), drain.finish(options)])
    },
  }
}

/** The state of the server that decides which requests and handshakes it accepts. */
interface GatewayState {
  handshakes: Handshakes
  isOwnHost(host: string | undefined): boolean
  isStopping(): boolean
}

interface RequestHandlers {
  /** Checks a request, measures and traces it, and routes it. */
  receive(req: IncomingMessage, res: ServerResponse): void
  /** Refuses one that is too many for its connection. */
  refuse(req: IncomingMessage, res: ServerResponse): void
}

function requestHandlers(parts: Parts, state: GatewayState): RequestHandlers {
  const { trustProxyHops } = settings()
  const headersAt = securityHeadersByPath()
  const warnOfProxy = localModeWarning()
  const routeAt = routePatterns([...parts.routes.map(({ path }) => path), ...parts.pagePaths])
  const isReady = readinessOf(() => !state.isStopping() && parts.hub.isOpen())
  const metrics = openMetrics(routeAt, isReady)
  const inSpan = requestSpans(routeAt)
  const limitAt = bodyLimits(parts.routes, routeAt)
  const route = requestRouter(parts, { ...state, isReady, metrics, limitAt })
  const latest = new WeakMap<Socket, ServerResponse>()
  // Requests pipelined after the last response of a connection are not served.
  const isOver = (socket: Socket) =>
    isClosing(socket) || latest.get(socket)?.getHeader('connection') === 'close'
  const serve = (
    req: IncomingMessage,
    res: ServerResponse,
    { requestId, fault }: Pick<CleanHeaders, 'requestId' | 'fault'>,
  ): string => {
    const headers = [...headersAt(req.url), 'X-Request-Id', requestId]
    const request = admitRequest(req, res, { requestId, fault, headers, limitAt })
    // A long poll is answered when an event happens, so its duration is meaningless.
    if (!liveEndpointAt(request?.path ?? '')) metrics?.follow(req, res, request?.path ?? '')
    if (!request) return ''
    // Next changes the path of the request later.
    const { path } = request
    try {
      route(request)
    } catch (error) {
      request.fail(error)
    }
    return path
  }
  const handle = (req: IncomingMessage, res: ServerResponse, refusal: Refusal | null) => {
    const { requestId, fault, direct } = cleanHeaders(req, trustProxyHops, parts.dev)
    if (!direct) warnOfProxy()
    if (state.isStopping() || ignoresUpgrade(req)) res.setHeader('Connection', 'close')
    inSpan(req, res, requestId, () => serve(req, res, { requestId, fault: refusal ?? fault }))
  }
  return {
    receive: (req, res) => {
      if (isOver(req.socket)) return
      latest.set(req.socket, res)
      handle(req, res, null)
    },
    // Does not become the latest: requests that wait on the connection are answered before this
    // one.
    refuse: (req, res) => handle(req, res, refuse('overloaded', { retryAfterSeconds: 1 })),
  }
}

interface Routing extends GatewayState {
  isReady: Readiness
  metrics: Metrics | null
  limitAt: BodyLimits
}

/** Routes an admitted request. */
function requestRouter(
  parts: Parts,
  { handshakes, isOwnHost, isReady, metrics, limitAt }: Routing,
): (request: GatewayRequest) => void {
  const { pages } = parts
  const answerApi = apiRouterOf(parts, limitAt)
  const warnOfMissingHop = missingHopWarning()
  return (request) => {
    const { req, res, path } = request
    if (req.headers.host !== undefined && !isOwnHost(req.headers.host))
      return request.refuse({ code: 'misdirected_request' })
    if (answerHealth(request, isReady) || answerWellKnown(request)) return
    if (metrics?.answer(req, res, request)) return
    // Only now: health checks and scrapes don't come through a proxy.
    warnOfMissingHop(req)
    const endpoint = liveEndpointAt(path)
    if (endpoint) handshakes.request(endpoint, req, res, request).catch(request.fail)
    else if (isApi(path)) answerApi(request)
    else
      void routeToPages(request, pages, {
        limit: limitAt(path),
        maySend: async () => maySendForm(path, webHeaders(req)),
        actions: pages.actions,
      })
  }
}

function apiRouterOf({ routes, apiServedBy, dev, pages }: Parts, limitAt: BodyLimits): ApiRouter {
  if (apiServedBy === 'gateway') return createApiRouter(routes)
  // Only in development and in local mode, where large bodies of anyone may be read.
  const maySend = async () => true
  const pass = (request: GatewayRequest) =>
    void routeToPages(request, pages, { limit: limitAt(request.path), maySend })
  // In development a route file may be newer than the table read at startup, so Next alone decides.
  return dev ? pass : createApiRouter(routes, pass)
}

/**
 * The headers of a request as the Headers object that pages use, already normalized by
 * `cleanHeaders`.
 */
function webHeaders({ headers }: IncomingMessage): Headers {
  const pairs = Object.entries(headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  )
  return new Headers(pairs)
}

/** The security headers of the responses at a URL. */
function securityHeadersByPath(): (url: string | undefined) => readonly string[] {
  const always = securityHeaders('same-origin')
  // Providers redirect browsers to API URLs that contain credentials, which must not leak in a
  // Referer.
  const ofApi = securityHeaders('no-referrer')
  // Emails are read on the pages of other sites, which must be able to show the logo.
  const ofLogos = securityHeaders('same-origin', 'cross-origin')
  return (url = '') => {
    if (url.startsWith('/api/v1/')) return ofApi
    return url.startsWith('/brand/logo-') ? ofLogos : always
  }
}

/**
 * The headers of every response, as alternating names and values: passing such a list to
 * `writeHead` costs a fraction of setting each header. The response may add others.
 */
function securityHeaders(
  referrerPolicy: 'same-origin' | 'no-referrer',
  resourcePolicy: 'same-origin' | 'cross-origin' = 'same-origin',
): readonly string[] {
  const { local, baseUrl } = settings()
  const headers = [
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', referrerPolicy],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', resourcePolicy],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ]
  if (!local && baseUrl.startsWith('https:'))
    headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  return headers.flat()
}

/**
 * Decides which Host headers to accept. In local mode, only names of this machine: otherwise a web
 * page that points its own name at 127.0.0.1 (DNS rebinding) would share the origin of a service
 * without a password. In production, any: health checks connect by address, proxies rename hosts,
 * and no link or redirect is ever built from the header.
 */
function hostPolicy(): (host: string | undefined) => boolean {
  const { local, baseUrl } = settings()
  if (!local) return () => true
  const own = new URL(baseUrl).hostname
  return (host) => {
    const name = (host ?? '').replace(/:\d+$/, '')
    return name === own || isLoopbackInBrowsers(name)
  }
}
