import { argon2Queue } from '@/lib/identity/passwords/argon2-hash'
import { bcryptQueue } from '@/lib/identity/passwords/bcrypt-hash'
import { busLagMs, isBusAlive } from '@/lib/platform/bus/bus'
import { database } from '@/lib/platform/db/database'
import {
  type LabelsOf,
  QUEUES,
  type ReadName,
  WEBHOOK_STATES,
} from '@/lib/platform/metrics/metric-declarations'
import { closedConnections } from '@/server/gateway/http-server'
import { readWork, type WorkReading } from '@/server/metrics/queue-readings'

type Set<Name extends ReadName> = (labels: LabelsOf<Name>, value: number) => void

/** What a reader may use that the process does not hold globally. */
export interface ReadingSources {
  /** Of this build. */
  version: string
  running(): number
  /** What /readyz answers. */
  isReady(): Promise<boolean>
  /** The names of the recurring jobs that this build runs. */
  recurringJobs: readonly string[]
  /** The kinds of the one-off jobs that this build runs. */
  jobKinds: readonly string[]
}

export type Readings = {
  [Name in ReadName]: (set: Set<Name>) => void | Promise<void>
}

/** Reads the metrics that are not counted as they happen: one reader for each. */
export function readingsOf({ version, running, isReady, recurringJobs }: ReadingSources): Readings {
  const work = sharedReading()
  return {
    gatehouse_build_info: (set) => set({ version }, 1),
    gatehouse_ready: async (set) => set({}, (await isReady()) ? 1 : 0),
    gatehouse_http_requests_running: (set) => set({}, running()),
    gatehouse_refused_connections_total: (set) => {
      for (const [reason, count] of closedConnections().byReason) set({ reason }, count)
    },
    gatehouse_refused_connections_waiting: (set) => set({}, closedConnections().waiting),
    gatehouse_password_hashes: (set) => {
      const [argon2, bcrypt] = [argon2Queue().load, bcryptQueue().load]
      set({ state: 'running' }, argon2.running + bcrypt.running)
      set({ state: 'waiting' }, argon2.waiting + bcrypt.waiting)
    },
    gatehouse_bus_alive: (set) => set({}, isBusAlive() ? 1 : 0),
    gatehouse_bus_lag_seconds: (set) => {
      const lag = busLagMs()
      if (lag !== null) set({}, lag / 1000)
    },
    gatehouse_db_connections: (set) => {
      const { totalCount, idleCount } = database().pool
      set({ state: 'idle' }, idleCount)
      set({ state: 'busy' }, totalCount - idleCount)
    },
    gatehouse_db_connections_max: (set) => set({}, database().pool.options.max),
    gatehouse_db_waiting: (set) => set({}, database().pool.waitingCount),
    gatehouse_queue_items: async (set) => {
      const { queues } = await work()
      for (const queue of QUEUES) {
        const reading = queues[queue]
        if (!reading) continue
        set({ queue, state: 'waiting' }, reading.waiting)
        if (reading.failed !== null) set({ queue, state: 'failed' }, reading.failed)
      }
    },
    gatehouse_queue_oldest_seconds: async (set) => {
      const { queues } = await work()
      for (const queue of QUEUES) {
        const reading = queues[queue]
        if (reading) set({ queue }, reading.oldestSeconds)
      }
    },
    gatehouse_recurring_job_overdue_seconds: async (set) => {
      const { overdue } = await work()
      if (overdue) for (const task of recurringJobs) set({ task }, overdue.get(task) ?? 0)
    },
    gatehouse_webhook_endpoints: async (set) => {
      const { webhooks } = await work()
      if (!webhooks) return
      for (const state of WEBHOOK_STATES) set({ state }, webhooks[state])
    },
  }
}

/** One reading of the database for all metrics of a scrape. */
function sharedReading(): () => Promise<WorkReading> {
  let reading: Promise<WorkReading> | null = null
  return () => {
    reading ??= readWork().finally(() => (reading = null))
    return reading
  }
}
