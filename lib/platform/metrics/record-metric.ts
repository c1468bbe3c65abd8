import { processSingleton } from '@/lib/config/process-singleton'
import type { Db } from '@/lib/platform/db/database'
import { whenCommitted } from '@/lib/platform/db/transaction'
import type {
  CounterName,
  HistogramName,
  LabelsOf,
} from '@/lib/platform/metrics/metric-declarations'

/** Where recorded values go (server/metrics/registry.ts). */
export interface MetricRecorder {
  count(name: CounterName, labels: object): void
  observe(name: HistogramName, labels: object, value: number): void
}

const holder = () =>
  processSingleton<{ recorder: MetricRecorder | null }>('metrics', () => ({ recorder: null }))

/** Sets what records the values of this process; null without metrics. */
export function recordMetricsWith(recorder: MetricRecorder | null): void {
  holder().recorder = recorder
}

/** Counts an event that has taken place. */
export function count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>): void {
  holder().recorder?.count(name, labels)
}

/** Records a value of a histogram, in seconds. */
export function observe<Name extends HistogramName>(
  name: Name,
  labels: LabelsOf<Name>,
  seconds: number,
): void {
  holder().recorder?.observe(name, labels, seconds)
}

/** An event to count: the name of a counter and its labels. */
export type CountedEvent = {
  [Name in CounterName]: { metric: Name; labels: LabelsOf<Name> }
}[CounterName]

/** Counts an event when `db` commits if it is a transaction, otherwise at once. */
export function countOnCommit(db: Db, { metric, labels }: CountedEvent): void {
  whenCommitted(db, () => holder().recorder?.count(metric, labels))
}
