import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { settings } from '@/lib/config/settings'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import { logger } from '@/lib/platform/logger'
import { routeTable } from '@/server/gateway/api-router'
import { answerProblem } from '@/server/gateway/refuse-request'
import { WELL_KNOWN_PATHS } from '@/server/gateway/well-known'
import { registerServiceMetrics } from '@/server/metrics/service-metrics'

const PATH = '/metrics'
const FILE_PATHS = ['/icon.svg', '/_next/[...file]']
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** The route label of requests that match no route. */
const NO_ROUTE = '(none)'

export interface Metrics {
  /**
   * Records the response to a request when it is finished. `path`: '' when the request was refused
   * before it had one.
   */
  follow(req: IncomingMessage, res: ServerResponse, path: string): void
  /** Answers /metrics if the request carries METRICS_TOKEN; returns false for any other path. */
  answer(req: IncomingMessage, res: ServerResponse, about: Call): boolean
}

interface Call {
  path: string
  requestId: string
  /** The headers of every response, as alternating names and values. */
  headers: readonly string[]
}

/**
 * The metrics of this process in Prometheus' text format; null without METRICS_TOKEN, and nothing
 * is counted.
 */
export function openMetrics(paths: readonly string[]): Metrics | null {
  const { metricsToken } = settings()
  if (metricsToken === null) return null
  const find = routeTable(
    [PATH, '/healthz', '/readyz', ...WELL_KNOWN_PATHS, ...FILE_PATHS, ...paths].map((path) => ({
      path,
      handlers: {},
    })),
  )
  const registry = new Registry()
  const record = requestMetrics(registry)
  registerServiceMetrics(registry)
  collectDefaultMetrics({ register: registry })
  const expected = sha256(metricsToken)
  return {
    follow: (req, res, path) => {
      const startedAt = performance.now()
      res.on('close', () => {
        const { method = '' } = req
        const status = res.writableFinished ? res.statusCode : 499
        const route = (path && find(path)?.path) || NO_ROUTE
        const known = METHODS.has(method) ? method : 'other'
        record(route, known, status, performance.now() - startedAt)
      })
    },
    answer: (req, res, about) => {
      if (about.path !== PATH || (req.method !== 'GET' && req.method !== 'HEAD')) return false
      const token = /^bearer +(.+)$/i.exec(req.headers.authorization ?? '')?.[1]
      if (token === undefined || !equalBytes(sha256(token), expected))
        refuseUnauthorized(res, about, token)
      else void write(res, registry, about)
      return true
    },
  }
}

function refuseUnauthorized(res: ServerResponse, about: Call, token: string | undefined): void {
  const headers = { 'WWW-Authenticate': 'Bearer realm="metrics"' }
  const code = token === undefined ? 'token_missing' : 'invalid_token'
  answerProblem(res, { code, headers, detail: 'Send METRICS_TOKEN as a Bearer token.' }, about)
}

async function write(res: ServerResponse, registry: Registry, about: Call): Promise<void> {
  try {
    const text = await registry.metrics()
    const own = ['Content-Type', registry.contentType, 'Cache-Control', 'no-store']
    res.writeHead(200, [
      ...about.headers,
      ...own,
      'Content-Length',
      String(Buffer.byteLength(text)),
    ])
    res.end(res.req.method === 'HEAD' ? undefined : text)
  } catch (error) {
    logger().error({ error, request_id: about.requestId }, 'the metrics could not be collected')
    answerProblem(res, { code: 'internal_error' }, about)
  }
}

/** Upper bounds in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Adds the request metrics to a registry and returns what records a response. `route` must be a
 * pattern and `method` a known one: both are labels, whose number must stay small.
 */
function requestMetrics(registry: Registry) {
  const requests = new Counter({
    name: 'gatehouse_http_requests_total',
    help: 'Requests answered, by route, method and status; 499: the client disconnected first.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'gatehouse_http_request_duration_seconds',
    help: 'How long requests took until the response was sent, in seconds.',
    labelNames: ['route', 'method'],
    buckets: BOUNDS,
    registers: [registry],
  })
  return (route: string, method: string, status: number, ms: number) => {
    requests.inc({ route, method, status })
    durations.observe({ route, method }, ms / 1000)
  }
}
