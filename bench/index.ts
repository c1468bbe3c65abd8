// Prints the performance of the service relative to its building blocks, as ratios within one run,
// because absolute figures depend on the machine. Runs everything, or the parts named: npm run
// bench -- permissions refresh login. With --record, writes those of a full run to
// bench/RESULTS.md.
import { constants, loadavg } from 'node:os'
import { benchAccess } from '@/bench/access'
import { benchAudit } from '@/bench/audit'
import { benchGuard } from '@/bench/guard'
import { benchKeys } from '@/bench/keys'
import { benchFlood, benchLogin } from '@/bench/login'
import { benchPeers } from '@/bench/peers'
import { benchPermissions } from '@/bench/permissions'
import { benchPropagation } from '@/bench/propagation'
import { benchPurge } from '@/bench/purge'
import { benchRefresh } from '@/bench/refresh'
import { describeMachine, recordResults } from '@/bench/results'
import { benchScale } from '@/bench/scale'
import { benchUploads } from '@/bench/uploads'
import { benchUsers } from '@/bench/users'
import { benchSockets } from '@/bench/sockets'
import { startServiceUnderTest, type ServiceUnderTest } from '@/bench/service-under-test'

type Part = (under: ServiceUnderTest) => Promise<string[]>

const PARTS: Record<string, Part> = {
  permissions: async (under) => {
    const { service, bare } = await benchPermissions(under)
    return [row('GET /permissions', service, 'bare Node, same JWT', bare, '≥ 0.9')]
  },
  access: async (under) => {
    const { small, large } = await benchAccess(under)
    return [
      `permissions from a cold cache: ${round(large)} µs with 10,000 roles and 1,000,000 users, ` +
        `${round(small)} µs with 10 and 1,000, ratio ${(large / small).toFixed(2)} (reach ≤ 2)`,
    ]
  },
  propagation: async (under) => {
    const { role, user } = await benchPropagation(under)
    const line = (what: string, { p99, p50 }: typeof role) =>
      `${what} until a second instance acts on it: p99 ${p99.toFixed(1)} ms, p50 ${p50.toFixed(1)} ms (reach p99 < 1,000)`
    return [line('PUT /rbac/roles/:id/permissions', role), line('PUT /users/:id/roles', user)]
  },
  keys: async (under) => {
    const { session, key, revoked } = await benchKeys(under)
    return [
      row('GET /permissions', key, 'same, with a session', session, '≥ 0.8'),
      `a revoked API key until a second instance refuses it: p99 ${revoked.p99.toFixed(1)} ms, ` +
        `p50 ${revoked.p50.toFixed(1)} ms (reach p99 < 1,000)`,
    ]
  },
  refresh: async (under) => {
    const { service, pgbench } = await benchRefresh(under)
    return [row('POST /refresh', service, 'pgbench, one per UPDATE', pgbench, '≥ 0.8')]
  },
  login: async (under) => {
    const { service, hashes } = await benchLogin(under)
    const flood = await benchFlood(under, service)
    return [
      row('POST /login', service, 'raw argon2id', hashes, '≥ 0.9'),
      `permissions p99 while sign-ins flood at 5×: ${flood.loadedP99} ms against ${flood.quietP99} ms quiet, ` +
        `ratio ${(flood.loadedP99 / flood.quietP99).toFixed(1)} (reach ≤ 3)`,
      `flood: ${round(flood.accepted)} accepted, ${round(flood.refused)} refused, slowest refusal ${round(flood.slowestRefusalMs)} ms (reach < 1,000)`,
    ]
  },
  guard: async () => {
    const { guard, bare } = benchGuard()
    return [row('guard, ES256', guard, 'bare node:crypto', bare, '≥ 0.9')]
  },
  uploads: async (under) => {
    const { quietP99, loadedP99, uploadsPerSecond, megabytes } = await benchUploads(under)
    return [
      `permissions p99 while images of ${megabytes.toFixed(1)} MB are uploaded, 8 at once (${uploadsPerSecond.toFixed(1)}/s): ` +
        `${loadedP99} ms against ${quietP99} ms quiet, ratio ${(loadedP99 / quietP99).toFixed(1)} (reach ≤ 3)`,
    ]
  },
  audit: async (under) => {
    const pages = await benchAudit(under)
    return pages.map(
      ({ filter, few, many }) =>
        `GET /audit?${filter.replace(/0000[\d-]+/, '…')}: ${few.toFixed(1)} ms of 10,000, ${many.toFixed(1)} ms of 1,000,000, ` +
        `ratio ${(many / few).toFixed(2)} (reach ≤ 2)`,
    )
  },
  users: async (under) => {
    const { first, pages } = await benchUsers(under)
    return pages.map(
      ({ page, small, large }) =>
        `users, ${page}: ${large.toFixed(1)} ms of 1,000,000, ${small?.toFixed(1) ?? 'no such page'} of 1,000; ` +
        `of the first page of 1,000 ${(large / first).toFixed(2)} (reach ≤ 2)`,
    )
  },
  peers: async (under) => {
    const compared = await benchPeers(under)
    return compared.map(({ what, service, peer }) => row(what, service, 'better-auth', peer, '> 1'))
  },
  sockets: async (under) => {
    const { sockets, bytesPerSocket, p50, p99, lost } = await benchSockets(under)
    return [
      `${round(sockets)} plain sockets, 100 events/s to twenty of them each: p99 ${p99.toFixed(1)} ms, p50 ${p50.toFixed(1)} ms ` +
        `(reach p99 < 1,000), ${lost} lost, ${(bytesPerSocket / 1024).toFixed(1)} kB a socket (reach ≤ 40)`,
    ]
  },
}

/** Takes minutes or hours, so it runs only if it is named. */
const SLOW: Record<string, Part> = {
  purge: async (under) => {
    const { quietP99, purgeP99, seconds } = await benchPurge(under)
    return [
      `sign-in p99 while 1,000,000 ended sessions and as many links are purged (${round(seconds)} s): ${purgeP99.toFixed(0)} ms ` +
        `against ${quietP99.toFixed(0)} ms quiet, ratio ${(purgeP99 / quietP99).toFixed(2)} (reach ≤ 1.2)`,
    ]
  },
  scale: async () => {
    const { few, many } = await benchScale()
    return Object.entries(many).map(([what, figure]) =>
      few[what]
        ? `${what}: ${round(few[what])} µs of 10,000, ${round(figure)} µs of 10,000,000, ` +
          `ratio ${(figure / few[what]).toFixed(2)} (reach ≤ 2)`
        : `${what}: ${round(figure)}`,
    )
  },
}

const records = process.argv.includes('--record')
const asked = process.argv.slice(2).filter((name) => name !== '--record')
const unknown = asked.filter((name) => !(name in PARTS || name in SLOW))
if (unknown.length > 0) {
  process.stderr.write(
    `no such part: ${unknown.join(', ')}; there are ${Object.keys({ ...PARTS, ...SLOW }).join(', ')}\n`,
  )
  process.exit(1)
}
if (records && asked.length > 0) {
  process.stderr.write('--record takes no parts: bench/RESULTS.md contains a full run\n')
  process.exit(1)
}
// Without a handler, a signal ends Node without the hooks of `exit`, which stop what was started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(128 + constants.signals[signal]))

const load = loadavg()[0] ?? 0
const under = await startServiceUnderTest()
const named = { ...PARTS, ...SLOW }
const parts =
  asked.length === 0
    ? Object.keys(PARTS)
    : Object.keys(named).filter((name) => asked.includes(name))
const lines: string[] = []
try {
  for (const name of parts) {
    const found = await named[name]!(under)
    lines.push(...found)
    for (const line of found) process.stdout.write(`${line}\n`)
  }
  const machine = describeMachine(under, load)
  process.stdout.write(`\n${machine.join('; ')}\n`)
  if (records) recordResults(machine, lines)
} catch (error) {
  // Stopping cuts connections that a failed part has left open, which would hide its error.
  process.stderr.write(`${(error as Error).stack}\n`)
  process.exitCode = 1
} finally {
  await under.stop()
}

function round(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** One line: what was measured, its rate per second, the reference, the ratio, and the target. */
function row(what: string, measured: number, reference: string, of: number, reach: string): string {
  const ratio = (measured / of).toFixed(2)
  return `${what.padEnd(18)} ${round(measured).padStart(8)}/s   ${reference.padEnd(22)} ${round(of).padStart(8)}/s   ratio ${ratio} (reach ${reach})`
}
