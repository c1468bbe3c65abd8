import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { settings } from '@/lib/config/settings'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import { logger } from '@/lib/platform/logger'
import { answerProblem } from '@/server/answer-problem'
import { RequestDurations } from '@/server/request-durations'
import { routeTable } from '@/server/route-table'
import { registerServiceMetrics } from '@/server/service-metrics'

const PATH = '/metrics'
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** The route of what no route answers. */
const NO_ROUTE = '(none)'

export interface Metrics {
  /** Notes the answer to a request when it is out. `path`: '' when the request was refused before it had one. */
  follow(req: IncomingMessage, res: ServerResponse, path: string): void
  /** Answers /metrics to whoever sends METRICS_TOKEN; false for any other path. */
  answer(req: IncomingMessage, res: ServerResponse, about: Call): boolean
}

interface Call {
  path: string
  requestId: string
  /** What every answer carries: names and values in turn. */
  headers: readonly string[]
}

/** The metrics of this process in Prometheus' text format; null without METRICS_TOKEN: nothing is counted then. */
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
        requests.note(route, METHODS.has(method) ? method : 'other', status, performance.now() - startedAt)
      })
    },
    answer: (req, res, about) => {
      if (about.path !== PATH || (req.method !== 'GET' && req.method !== 'HEAD')) return false
      const token = /^bearer +(.+)$/i.exec(req.headers.authorization ?? '')?.[1]
      if (token === undefined || !equalBytes(sha256(token), expected)) refuseStranger(res, about, token)
      else void write(res, registry, about)
      return true
    },
  }
}

function refuseStranger(res: ServerResponse, about: Call, token: string | undefined): void {
  const headers = { 'WWW-Authenticate': 'Bearer realm="metrics"' }
  const code = token === undefined ? 'token_missing' : 'invalid_token'
  answerProblem(res, { code, headers, detail: 'Send METRICS_TOKEN as a Bearer token.' }, about)
}

async function write(res: ServerResponse, registry: Registry, about: Call): Promise<void> {
  try {
    const text = await registry.metrics()
    const own = ['Content-Type', registry.contentType, 'Cache-Control', 'no-store']
    res.writeHead(200, [...about.headers, ...own, 'Content-Length', String(Buffer.byteLength(text))])
    res.end(res.req.method === 'HEAD' ? undefined : text)
  } catch (error) {
    logger().error({ error, request_id: about.requestId }, 'the metrics could not be collected')
    answerProblem(res, { code: 'internal_error' }, about)
  }
}
