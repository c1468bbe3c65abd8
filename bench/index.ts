// Prints how the service does against what it is made of, as ratios of one run: absolute figures are the machine's.
import { cpus } from 'node:os'
import { benchFlood, benchLogin } from '@/bench/login'
import { benchPermissions } from '@/bench/permissions'
import { benchRefresh } from '@/bench/refresh'
import { startServiceUnderTest } from '@/bench/service-under-test'

const round = (value: number) => Math.round(value).toLocaleString('en')

const under = await startServiceUnderTest()
try {
  const permissions = await benchPermissions(under)
  const refresh = await benchRefresh(under)
  const login = await benchLogin(under)
  const flood = await benchFlood(under, login.service)
  const rows = [
    row('GET /permissions', permissions.service, 'bare Node, same JWT', permissions.bare, '≥ 0.6'),
    row('POST /refresh', refresh.service, 'pgbench, same UPDATE', refresh.pgbench, '≥ 0.3'),
    row('POST /login', login.service, 'raw argon2id', login.hashes, '≥ 0.8'),
  ]
  process.stdout.write(
    `\n${cpus().length} cores, Node ${process.version}, PostgreSQL with fsync; load generator on the same cores\n`,
  )
  for (const row of rows) process.stdout.write(`${row}\n`)
  process.stdout.write(
    `permissions p99 while sign-ins flood at 5×: ${flood.floodP99} ms against ${flood.quietP99} ms quiet, ` +
      `ratio ${(flood.floodP99 / flood.quietP99).toFixed(1)} (reach ≤ 5)\n`,
  )
  process.stdout.write(
    `flood: ${round(flood.accepted)} accepted, ${round(flood.refused)} refused, slowest refusal ${round(flood.slowestRefusalMs)} ms (reach < 1,000)\n`,
  )
} finally {
  await under.stop()
}

/** One line: what, how often a second, against what, the ratio, and what it should reach. */
function row(what: string, measured: number, reference: string, of: number, reach: string): string {
  const ratio = (measured / of).toFixed(2)
  return `${what.padEnd(18)} ${round(measured).padStart(8)}/s   ${reference.padEnd(22)} ${round(of).padStart(8)}/s   ratio ${ratio} (reach ${reach})`
}
