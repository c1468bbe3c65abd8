import { Counter, type Metric, type Registry } from 'prom-client'

/** Upper bounds in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const DURATION = 'gatehouse_http_request_duration_seconds'

interface Series {
  method: string
  route: string
  seconds: number
  /** How many fell under each bound and not under the one before; the last one counts those over all bounds. */
  counts: number[]
  byStatus: Map<number, number>
}

/**
 * How many requests were answered and how long that took, by route and method. It keeps plain numbers and lets Prometheus' client see
 * them only when somebody asks: the client's own counters cost several times as much per request.
 */
export class RequestDurations {
  readonly #byRoute = new Map<string, Map<string, Series>>()

  /** Notes an answer. `route` is a pattern and `method` a known one: both are labels, of which there must not be many. */
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
