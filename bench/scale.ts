import pg from 'pg'
import { fill, YEAR } from '@/bench/fill-scale'
import { median } from '@/bench/statistics'
import { perCall, type ScaleFigures } from '@/bench/per-call'
import { measureRemoval } from '@/bench/scale-removal'
import { databaseAddress } from '@/bench/seeded-database'
import { listSeals } from '@/lib/audit/audit-seal.store'
import { type AuditConditions, listAuditRows } from '@/lib/audit/audit.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { startWalk, verifyAuditChain, verifySeal } from '@/lib/audit/verify-audit-chain'
import { loadSettings } from '@/lib/config/settings'
import { purgeEndedFamilies } from '@/lib/identity/sessions/session.store'
import { addSeconds } from '@/lib/platform/clock'
import { database, db, openDatabase } from '@/lib/platform/db/database'
import { PostgresCluster } from '@/tests/kit/postgres-cluster'
import { testContext } from '@/tests/kit/test-context'

/** Records; there are half as many sessions. */
const FEW = { name: 'scale_few', total: 10_000 }
const MANY = { name: 'scale_many', total: 10_000_000 }
/** How often both are measured, in turns. */
const TURNS = 5
/** Records that a turn writes and seals. */
const SAMPLE = 1000
/** Places where a turn verifies a part of the chain, and the length of such a part. */
const STRETCHES = 10
const STRETCH = 1000
const ROUNDS = 21

/**
 * Measures what grows with the audit trail and the sessions, at 10,000 and at 10,000,000 records,
 * in turns, on a PostgreSQL of its own: takes two hours on two cores, and 30 GB. With
 * BENCH_SCALE_URL, it uses that server and keeps the filled database for the next run.
 */
export async function benchScale(): Promise<{ few: ScaleFigures; many: ScaleFigures }> {
  const kept = process.env.BENCH_SCALE_URL
  const postgres = kept ? null : await PostgresCluster.create('durable')
  const server = kept ?? postgres?.url
  if (!server) throw new Error('the bench needs PostgreSQL')
  loadSettings({ AUTH_JWT_SECRET: 'the secret of the measurement, 32 characters or more' })
  try {
    return await compare(server)
  } finally {
    await postgres?.remove()
  }
}

async function compare(server: string): Promise<{ few: ScaleFigures; many: ScaleFigures }> {
  const few = await prepare(server, { ...FEW, again: true })
  const many = await prepare(server, { ...MANY, again: false })
  const turns = { few: [] as ScaleFigures[], many: [] as ScaleFigures[] }
  for (let turn = 0; turn < TURNS; turn++) {
    turns.few.push(await connected(few, () => measure(FEW.total)))
    turns.many.push(await connected(many, () => measure(MANY.total)))
  }
  return {
    few: { ...mediansOf(turns.few), ...(await connected(few, verifyAll)) },
    many: {
      ...(await connected(many, sizes)),
      ...mediansOf(turns.many),
      ...(await connected(many, verifyAll)),
    },
  }
}

/**
 * Creates and fills a database, unless it exists and `again` is false. Returns its address. It gets
 * its name when it is full: one of an interrupted run is not used.
 */
async function prepare(
  server: string,
  { name, total, again }: { name: string; total: number; again: boolean },
): Promise<string> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    if (again) await client.query(`DROP DATABASE IF EXISTS ${name}`)
    const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rows.length === 0) {
      const filling = `${name}_filling`
      await client.query(`DROP DATABASE IF EXISTS ${filling}`)
      await client.query(`CREATE DATABASE ${filling}`)
      const url = databaseAddress(server, filling)
      await connected(url, () => fill(url, total))
      await client.query(`ALTER DATABASE ${filling} RENAME TO ${name}`)
    }
  } finally {
    await client.end()
  }
  return databaseAddress(server, name)
}

async function connected<T>(url: string, work: () => Promise<T>): Promise<T> {
  const { close } = await openDatabase({ url })
  try {
    return await work()
  } finally {
    await close()
  }
}

function mediansOf(turns: readonly ScaleFigures[]): ScaleFigures {
  return Object.fromEntries(
    Object.keys(turns[0]!).map((what) => [what, median(turns.map((figures) => figures[what]!))]),
  )
}

async function measure(total: number): Promise<ScaleFigures> {
  const { id: userId } = await db().user.findFirstOrThrow()
  const now = new Date()
  const insert = await perCall(SAMPLE, (n) =>
    recordAudit(db(), testContext({ now: addSeconds(now, n / 1000) }), {
      action: 'account.exported',
      outcome: 'ok',
      actorId: userId,
      targetId: userId,
    }),
  )
  const seal = await perCall(1, () => sealAuditRecords(addSeconds(now, 60)))
  const purge = await perCall(1, () => purgeEndedFamilies(db(), addSeconds(now, -86_400), 500))
  return {
    'insert a record': insert,
    'seal a record': seal / SAMPLE,
    'verify a record': await verifyStretches(total),
    'delete an ended session': purge / 500,
    ...(await pages(total)),
    ...(await measureRemoval()),
  }
}

/** Microseconds for each record of some parts of the chain. */
async function verifyStretches(total: number): Promise<number> {
  let elapsed = 0
  for (let n = 0; n < STRETCHES; n++) {
    const before = Math.floor((n * total) / STRETCHES)
    const walk = startWalk()
    const previous = await db().auditSeal.findUnique({ where: { seq: BigInt(before) } })
    if (previous) Object.assign(walk, { seq: before, mac: previous.mac })
    const startedAt = performance.now()
    const upTo = String(before + STRETCH)
    for (const seal of await listSeals({ after: String(before), upTo, limit: STRETCH })) {
      const bad = verifySeal(walk, seal)
      if (bad) throw new Error(`the chain is broken: ${JSON.stringify(bad)}`)
    }
    elapsed += performance.now() - startedAt
  }
  return (elapsed * 1000) / (STRETCHES * STRETCH)
}

/** Microseconds for each record of the whole chain. */
export async function verifyAll(): Promise<ScaleFigures> {
  const startedAt = performance.now()
  const { firstBad, verified } = await verifyAuditChain(new Date())
  if (firstBad) throw new Error(`the chain is broken: ${JSON.stringify(firstBad)}`)
  return { 'verify a record of all': ((performance.now() - startedAt) * 1000) / verified }
}

async function pages(total: number): Promise<ScaleFigures> {
  const { id: userId } = await db().user.findFirstOrThrow()
  const filters: Record<string, () => AuditConditions> = {
    all: () => ({}),
    'of an actor': () => ({ actorId: userId }),
    'of any actor': () => ({ actorId: anyActor(total) }),
    'of an action': () => ({ action: 'session.created' }),
    'of a group': () => ({ resource: 'session' }),
    'of an address': () => ({ ip: '10.1.31.17' }),
    'of half a year ago': () => ({ to: addSeconds(new Date(), -YEAR / 2) }),
  }
  const figures: ScaleFigures = {}
  for (const [name, filter] of Object.entries(filters)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++)
      times.push(await perCall(1, () => listAuditRows(filter(), { limit: 50, after: null })))
    figures[`a page, ${name}`] = median(times)
  }
  return figures
}

/** One of the actors that `fill` gives a hundred records each. */
function anyActor(total: number): string {
  const n = Math.floor(Math.random() * (total / 100))
  return `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
}

async function sizes(): Promise<ScaleFigures> {
  const { rows } = await database().pool.query<{ name: string; bytes: number }>(
    `SELECT split_part(relname, '_y2', 1) AS name,
       round(sum(pg_total_relation_size(oid)) / sum(reltuples))::int AS bytes
     FROM pg_class WHERE relkind = 'r' AND reltuples > 0
       AND relname ~ '^(audit_records_y2|audit_seals$|audit_salts$|session_families$)' GROUP BY 1`,
  )
  return Object.fromEntries(rows.map(({ name, bytes }) => [`bytes a row, ${name}`, bytes]))
}
