import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import { settings } from '@/lib/config/settings'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import { logger } from '@/lib/platform/logger'
import { methodLabel, statusClass } from '@/lib/platform/metrics/metric-declarations'
import { count, observe } from '@/lib/platform/metrics/record-metric'
import type { Readiness } from '@/server/gateway/health'
import { whenClosed } from '@/server/gateway/http-server'
import { answerProblem } from '@/server/gateway/refuse-request'
import { jobs, recurringJobs } from '@/server/jobs'
import { openRegistry } from '@/server/metrics/registry'
import { reportToPrimary, textOfInstance } from '@/server/metrics/worker-metrics'
import { readBuild } from '@/server/start-up'

const PATH = '/metrics'

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
 * The metrics of this process, or of all workers, in Prometheus' text format; null without
 * METRICS_TOKEN, and nothing is counted. `routeAt`: the pattern of a path.
 */
export function openMetrics(routeAt: (path: string) => string, isReady: Readiness): Metrics | null {
  const { metricsToken } = settings()
  if (metricsToken === null) return null
  let running = 0
  const registry = openRegistry({
    version: readBuild().version,
    running: () => running,
    isReady,
    recurringJobs: recurringJobs.map(({ name }) => name),
    jobKinds: jobs.map(({ kind }) => kind),
  })
  reportToPrimary(registry)
  const expected = sha256(metricsToken)
  return {
    follow: (req, res, path) => {
      const startedAt = performance.now()
      running++
      whenClosed(res, () => {
        running--
        const status = res.writableFinished ? res.statusCode : 499
        const about = {
          // A pattern, never the path: each route is a time series.
          route: routeAt(path),
          method: methodLabel(req.method),
        }
        count('gatehouse_http_requests_total', { ...about, status: statusClass(status) })
        count('gatehouse_http_responses_total', { status: String(status) })
        const seconds = (performance.now() - startedAt) / 1000
        observe('gatehouse_http_request_duration_seconds', about, seconds)
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
  const headers = { 'www-authenticate': 'Bearer realm="metrics"' }
  const code = token === undefined ? 'token_missing' : 'invalid_token'
  answerProblem(res, { code, headers, detail: 'Send METRICS_TOKEN as a Bearer token.' }, about)
}

async function write(res: ServerResponse, registry: Registry, about: Call): Promise<void> {
  try {
    const text = await textOfInstance(registry)
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
