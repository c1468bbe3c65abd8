import { Counter, Gauge, type Registry } from 'prom-client'
import { argon2Queue } from '@/lib/identity/passwords/argon2-hash'
import { bcryptQueue } from '@/lib/identity/passwords/bcrypt-hash'
import { isBusAlive } from '@/lib/platform/bus/bus'
import { type CountedEvent, countsOf } from '@/lib/platform/counters'
import { database, db } from '@/lib/platform/db/database'
import { countJobs } from '@/lib/platform/jobs/job.store'
import { closedConnections } from '@/server/gateway/http-server'

const COUNTERS: [event: CountedEvent, name: string, help: string][] = [
  ['sign_in', 'gatehouse_sign_ins_total', 'Sessions begun, by surface.'],
  [
    'sign_in_failure',
    'gatehouse_sign_in_failures_total',
    'Passwords, codes and ways in refused, by surface.',
  ],
  ['refresh', 'gatehouse_refreshes_total', 'Refresh tokens exchanged, by surface.'],
  [
    'refresh_token_reuse',
    'gatehouse_refresh_token_reuses_total',
    'Sessions ended because a used refresh token came again, by surface.',
  ],
]

/**
 * Adds the counters, queues and connections of this process to a registry. The values are read on
 * each scrape.
 */
export function registerServiceMetrics(registry: Registry): void {
  for (const [event, name, help] of COUNTERS) registerCounter(registry, { event, name, help })
  registerClosedConnections(registry)
  gauge(
    registry,
    'gatehouse_bus_alive',
    'Whether messages between instances are known to arrive.',
    [],
    (set) => set({}, isBusAlive() ? 1 : 0),
  )
  gauge(registry, 'gatehouse_db_connections', 'Connections to the database.', ['state'], (set) => {
    const { totalCount, idleCount } = database().pool
    set({ state: 'idle' }, idleCount)
    set({ state: 'busy' }, totalCount - idleCount)
  })
  gauge(
    registry,
    'gatehouse_db_waiting',
    'Who waits for a connection to the database.',
    [],
    (set) => set({}, database().pool.waitingCount),
  )
  gauge(
    registry,
    'gatehouse_password_hashes',
    'Passwords being hashed, and those in line.',
    ['state'],
    (set) => {
      const [argon2, bcrypt] = [argon2Queue().load, bcryptQueue().load]
      set({ state: 'running' }, argon2.running + bcrypt.running)
      set({ state: 'waiting' }, argon2.waiting + bcrypt.waiting)
    },
  )
  gauge(
    registry,
    'gatehouse_jobs',
    'Background jobs of all instances; missing while the database is away.',
    ['state'],
    setJobs,
  )
}

function registerClosedConnections(registry: Registry): void {
  new Counter({
    name: 'gatehouse_refused_connections_total',
    help: 'Connections closed because of what came on them, by reason.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [reason, count] of closedConnections().byReason) this.inc({ reason }, count)
    },
  })
  const help = 'Refused connections whose peer has not closed its side yet.'
  gauge(registry, 'gatehouse_refused_connections_waiting', help, [], (set) =>
    set({}, closedConnections().waiting),
  )
}

type Set = (labels: Record<string, string>, value: number) => void

async function setJobs(set: Set): Promise<void> {
  const jobs = await countJobs(db()).catch(() => null)
  if (!jobs) return
  set({ state: 'waiting' }, jobs.waiting)
  set({ state: 'failed' }, jobs.failed)
}

function gauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  read: (set: Set) => void | Promise<void>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset()
      return read((labels, value) => this.set(labels, value))
    },
  })
}

function registerCounter(
  registry: Registry,
  { event, name, help }: { event: CountedEvent; name: string; help: string },
): void {
  new Counter({
    name,
    help,
    labelNames: ['surface'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [surface, count] of Object.entries(countsOf(event))) this.inc({ surface }, count)
    },
  })
}
