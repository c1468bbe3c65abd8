import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import {
  metricDeclaration,
  metricDeclarations,
  type MetricName,
  type ReadName,
} from '@/lib/platform/metrics/metric-declarations'
import { type MetricRecorder, recordMetricsWith } from '@/lib/platform/metrics/record-metric'
import { type Readings, readingsOf, type ReadingSources } from '@/server/metrics/readings'

type Labels = Record<string, string>

/**
 * The metrics of this process, made from their declarations; from now on, recorded values go to
 * it. Each metric has prom-client's `aggregator`, so values of several processes can be merged.
 */
export function openRegistry(sources: ReadingSources): Registry {
  const registry = new Registry()
  const readings = readingsOf(sources)
  const made = new Map<string, Counter | Gauge | Histogram>()
  for (const name of Object.keys(metricDeclarations) as MetricName[])
    made.set(name, makeMetric(registry, name, readings))
  // An alert needs an increase, which a series that begins with the first failure would not show.
  for (const kind of sources.jobKinds)
    (made.get('gatehouse_job_runs_total') as Counter).inc({ kind, outcome: 'failed' }, 0)
  collectDefaultMetrics({ register: registry })
  const recorder: MetricRecorder = {
    count: (name, labels) => (made.get(name) as Counter).inc(labels as Labels),
    observe: (name, labels, value) =>
      (made.get(name) as Histogram).observe(labels as Labels, value),
  }
  recordMetricsWith(recorder)
  return registry
}

function makeMetric(registry: Registry, name: MetricName, readings: Readings) {
  const { type, help, labels, buckets, from, across } = metricDeclaration(name)
  const shared = {
    name,
    help,
    labelNames: Object.keys(labels),
    registers: [registry],
    aggregator: across,
  }
  if (type === 'histogram') return new Histogram({ ...shared, buckets: [...buckets!] })
  const read = from === 'read' ? readerOf(readings, name as ReadName) : null
  if (type === 'gauge') return new Gauge({ ...shared, ...(read && collectGauge(read)) })
  const counter = new Counter({ ...shared, ...(read && collectCounter(read)) })
  if (!read) for (const combination of combinationsOf(labels)) counter.inc(combination, 0)
  return counter
}

type Reader = (set: (labels: Labels, value: number) => void) => void | Promise<void>

const readerOf = (readings: Readings, name: ReadName) => readings[name]

const collectGauge = (read: Reader) => ({
  collect(this: Gauge) {
    this.reset()
    // A reset gauge without labels is 0, which would be a reading: one that is not set is missing.
    this.remove({})
    return read((labels, value) => this.set(labels, value))
  },
})

const collectCounter = (read: Reader) => ({
  collect(this: Counter) {
    this.reset()
    return read((labels, value) => this.inc(labels, value))
  },
})

/** A counter that begins at 0 shows its first event as an increase. More series cost too much. */
const MAX_INITIAL_SERIES = 8

/** Every combination of labels, or none if they are many or not all listed. */
function combinationsOf(labels: Readonly<Record<string, readonly string[] | string>>): Labels[] {
  let all: Labels[] = [{}]
  for (const [label, values] of Object.entries(labels)) {
    if (typeof values === 'string') return []
    all = all.flatMap((rest) => values.map((value) => ({ ...rest, [label]: value })))
    if (all.length > MAX_INITIAL_SERIES) return []
  }
  return all
}
