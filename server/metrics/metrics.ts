import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, type Metric, Registry } from 'prom-client'
import { settings } from '@/lib/config/settings'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import { logger } from '@/lib/platform/logger'
import { routeTable } from '@/server/gateway/api-router'
import { answerProblem } from '@/server/gateway/refuse-request'
import { registerServiceMetrics } from '@/server/metrics/service-metrics'

const PATH = '/metrics'
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
    [PATH, '/healthz', '/readyz', '/icon.svg', '/_next/[...file]', ...paths].map((path) => ({
      path,
      handlers: {},
    })),
  )
  const requests = new RequestDurations()
  const registry = new Registry()
  requests.register(registry)
  registerServiceMetrics(registry)
  collectDefaultMetrics({ register: registry })
  const expected = sha256(metricsToken)
  return {
    follow: (req, res, path) => {
      const startedAt = performance.now()
      res.on('close', () => {
        const { method = '' } = req
        const status = res.writableFinished ? res.statusCode : 499
        const route = find(path)?.path ?? NO_ROUTE
        requests.note(
          route,
          METHODS.has(method) ? method : 'other',
          status,
          performance.now() - startedAt,
        )
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
const DURATION = 'gatehouse_http_request_duration_seconds'

interface Series {
  method: string
  route: string
  seconds: number
  /**
   * The number of values between the previous bound and this one; the last entry counts those above
   * all bounds.
   */
  counts: number[]
  byStatus: Map<number, number>
}

/**
 * Counts and times requests by route and method. It keeps plain numbers and converts them for
 * Prometheus' client only when the metrics are read: the client's own counters cost several times
 * as much per request.
 */
class RequestDurations {
  readonly #byRoute = new Map<string, Map<string, Series>>()

  /**
   * Records a response. `route` must be a pattern and `method` a known one: both are labels, whose
   * number must stay small.
   */
  note(route: string, method: string, status: number, ms: number): void {
    const series = this.#seriesOf(route, method)
    const seconds = ms / 1000
    let bound = 0
    while (bound < BOUNDS.length && seconds > BOUNDS[bound]!) bound++
    series.counts[bound]!++
    series.seconds += seconds
    series.byStatus.set(status, (series.byStatus.get(status) ?? 0) + 1)
  }

  /** Adds both metrics to a registry. */
  register(registry: Registry): void {
    const list = () => this.#list()
    new Counter({
      name: 'gatehouse_http_requests_total',
      help: 'Requests answered, by route, method and status; 499: the client left before.',
      labelNames: ['route', 'method', 'status'],
      registers: [registry],
      collect() {
        this.reset()
        for (const { route, method, byStatus } of list())
          for (const [status, count] of byStatus) this.inc({ route, method, status }, count)
      },
    })
    const histogram = {
      name: DURATION,
      help: 'How long requests took until their answer was out, in seconds.',
      type: 'histogram',
      aggregator: 'sum',
    }
    const get = () => Promise.resolve({ ...histogram, values: list().flatMap(valuesOf) })
    registry.registerMetric({ ...histogram, get } as unknown as Metric)
  }

  #seriesOf(route: string, method: string): Series {
    let byMethod = this.#byRoute.get(route)
    if (!byMethod) this.#byRoute.set(route, (byMethod = new Map<string, Series>()))
    let series = byMethod.get(method)
    if (!series) {
      const counts = Array.from({ length: BOUNDS.length + 1 }, () => 0)
      byMethod.set(method, (series = { method, route, seconds: 0, counts, byStatus: new Map() }))
    }
    return series
  }

  #list(): Series[] {
    return [...this.#byRoute.values()].flatMap((byMethod) => [...byMethod.values()])
  }
}

function valuesOf({ route, method, seconds, counts }: Series) {
  const labels = { route, method }
  let total = 0
  const buckets = counts.map((count, index) => {
    total += count
    return {
      metricName: `${DURATION}_bucket`,
      labels: { ...labels, le: BOUNDS[index] ?? '+Inf' },
      value: total,
    }
  })
  return [
    ...buckets,
    { metricName: `${DURATION}_sum`, labels, value: seconds },
    { metricName: `${DURATION}_count`, labels, value: total },
  ]
}
