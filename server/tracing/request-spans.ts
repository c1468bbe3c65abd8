import type { IncomingMessage, ServerResponse } from 'node:http'
import { settings } from '@/lib/config/settings'
import { methodLabel } from '@/lib/platform/metrics/metric-declarations'
import { whenClosed } from '@/server/gateway/http-server'
import { liveEndpointAt } from '@/server/gateway/request-head'
import { openedTracing } from '@/server/tracing/open-tracing'
import type { TraceHeaders } from '@/server/tracing/otlp-tracing'

/**
 * Serves a request in a span. `serve` returns its path, '' if it was refused before it had one;
 * `routeAt` is the pattern of a path.
 */
export type SpanOfRequest = (
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
  serve: () => string,
) => void

/** What records requests as spans; just serves them without tracing. */
export function requestSpans(routeAt: (path: string) => string): SpanOfRequest {
  const tracing = openedTracing()
  if (!tracing) return (_req, _res, _requestId, serve) => void serve()
  const { trustProxyHops } = settings()
  return (req, res, requestId, serve) =>
    tracing.request(callersTrace(req, trustProxyHops), (span) => {
      const path = serve()
      // A long poll lasts until an event happens, so its duration is meaningless.
      if (liveEndpointAt(path)) return
      const end = () => {
        const [method, route] = [methodLabel(req.method), routeAt(path)]
        const status = res.writableFinished ? res.statusCode : 499
        span.set({
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          'gatehouse.request_id': requestId,
        })
        if (status >= 500) span.fail(String(status))
        span.end(`${method} ${route}`)
      }
      if (res.closed) end()
      else whenClosed(res, end)
    })
}

/**
 * The trace that the caller continues. Only proxies of ours may name one: with it, anyone could
 * decide what is recorded and put spans into the traces of others. A request that did not come
 * through all of them was not sent by one of ours.
 */
function callersTrace({ headers }: IncomingMessage, hops: number): TraceHeaders | null {
  if (hops === 0) return null
  const forwarded = headers['x-forwarded-for']
  const passed = String(forwarded ?? '')
    .split(',')
    .filter((entry) => entry.trim()).length
  if (passed < hops) return null
  const { traceparent, tracestate } = headers
  if (typeof traceparent !== 'string') return null
  return { traceparent, ...(typeof tracestate === 'string' && { tracestate }) }
}
