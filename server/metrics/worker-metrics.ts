import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client'
import { metricDeclaration, type MetricName } from '@/lib/platform/metrics/metric-declarations'
import type { Channel } from '@/lib/platform/workers/channel'
import { primaryChannel } from '@/lib/platform/workers/primary-channel'

type Values = MetricObjectWithValues<MetricValue<string>>[]

const BEGIN = 'metrics.begin'
const READ = 'metrics.read'
const READ_ALL = 'metrics.read-all'
const LAST = 'metrics.last'

/**
 * How long a worker may take to report: longer than a statement may take (server-pool.ts), so that
 * an outage of the database does not hide the rest. A scrape waits for about ten seconds.
 */
const REPORT_WITHIN_MS = 4000

let own: Registry | null = null

/** In a worker: lets the primary process read the metrics of this one. */
export function reportToPrimary(registry: Registry): void {
  own = registry
  const primary = primaryChannel()
  primary?.on(READ, () => registry.getMetricsAsJSON())
  primary?.ask(BEGIN).catch(() => undefined)
}

/** In a worker that ends: leaves its counts with the primary process, so that none goes back. */
export async function leaveLastMetrics(): Promise<void> {
  if (own) await primaryChannel()?.ask(LAST, await own.getMetricsAsJSON())
}

/** The metrics of this instance: of this process, or of all workers together. */
export async function textOfInstance(registry: Registry): Promise<string> {
  const primary = primaryChannel()
  if (!primary) return registry.metrics()
  return AggregatorRegistry.aggregate(await primary.ask<Values[]>(READ_ALL)).metrics()
}

/**
 * In the primary process: returns a function that adds a worker, and returns what removes it.
 * `restarts`: how many workers were started in place of one that crashed.
 */
export function gatherFromWorkers(restarts: () => number): (worker: Channel) => () => void {
  const last = new Map<Channel, Values>()
  let ended: Values = []
  const gather = async (): Promise<Values[]> => {
    const readings = [...last.keys()].map(async (worker) => {
      const values = await readWithin(worker, REPORT_WITHIN_MS)
      // A worker that is stuck is counted by what it reported before; one that ended, by `ended`.
      if (last.has(worker)) last.set(worker, values ?? countsIn(last.get(worker) ?? []))
    })
    await Promise.all(readings)
    const own = counterOf('gatehouse_worker_restarts_total', restarts())
    return [...last.values(), ended, own].filter((values) => values.length > 0)
  }
  return (worker) => {
    // Only now: a message to a process that is still starting is lost, and never answered.
    worker.on(BEGIN, () => void last.set(worker, []))
    worker.on(READ_ALL, gather)
    worker.on(LAST, (values) => void last.set(worker, values as Values))
    return () => {
      const left = countsIn(last.get(worker) ?? [])
      last.delete(worker)
      ended = sum([ended, left])
    }
  }
}

/** A count of the primary process, as a worker reports its own. */
function counterOf(name: MetricName, value: number): Values {
  const { help, across } = metricDeclaration(name)
  const metric = {
    name,
    help,
    type: 'counter',
    aggregator: across,
    values: [{ value, labels: {} }],
  }
  return [metric as unknown as Values[number]]
}

/** What a worker reports; null if it is gone or takes longer. */
async function readWithin(worker: Channel, ms: number): Promise<Values | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ms)))
  try {
    return await Promise.race([worker.ask<Values>(READ).catch(() => null), late])
  } finally {
    clearTimeout(timer)
  }
}

/** What only grows. The other values of a process end with it. */
function countsIn(values: Values): Values {
  return values.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram')
}

function sum(parts: Values[]): Values {
  const filled = parts.filter((values) => values.length > 0)
  if (filled.length < 2) return filled[0] ?? []
  const byName = new Map<string, MetricObjectWithValues<MetricValue<string>>>()
  for (const metric of filled.flat()) {
    const known = byName.get(metric.name)
    byName.set(
      metric.name,
      known ? { ...known, values: addUp(known.values, metric.values) } : metric,
    )
  }
  return [...byName.values()]
}

function addUp(a: MetricValue<string>[], b: MetricValue<string>[]): MetricValue<string>[] {
  const keyOf = ({ labels, metricName }: MetricValue<string> & { metricName?: string }) =>
    `${metricName ?? ''} ${JSON.stringify(labels)}`
  const sums = new Map(a.map((one) => [keyOf(one), one]))
  for (const one of b) {
    const known = sums.get(keyOf(one))
    sums.set(keyOf(one), known ? { ...known, value: known.value + one.value } : one)
  }
  return [...sums.values()]
}
