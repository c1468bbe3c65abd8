import { join } from 'node:path'
import { median } from '@/bench/http-load'
import { fill, prepareMonths, stretches, YEAR } from '@/bench/fill-scale'
import { listPartitions } from '@/lib/audit/audit-partitions.store'
import {
  deleteSalts,
  deleteSeals,
  detachMonth,
  insertRemoval,
  type OldMonth,
  surveyMonth,
} from '@/lib/audit/audit-removal.store'
import { listSeals } from '@/lib/audit/audit-seal.store'
import { type AuditConditions, listAuditRows } from '@/lib/audit/audit.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { startWalk, verifySeal } from '@/lib/audit/verify-audit-chain'
import { loadSettings } from '@/lib/config/settings'
import { purgeEndedFamilies } from '@/lib/identity/sessions/session.store'
import { addSeconds } from '@/lib/platform/clock'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { database, db, openDatabase } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { insertUser } from '@/lib/testing/insert-user'
import { PostgresCluster } from '@/lib/testing/postgres-cluster'
import { testContext } from '@/lib/testing/test-context'

/** Records and sessions: half as many sessions as records. */
const FEW = 10_000
const MANY = 10_000_000
/** Records that are written, sealed, and verified for a measurement. */
const SAMPLE = 2000
const ROUNDS = 41

/** Microseconds per row, or per page, of each operation; bytes per row of each table. */
export type ScaleFigures = Record<string, number>

/**
 * Measures what grows with the audit trail and the sessions, at 10,000 and at 10,000,000 records, on
 * a PostgreSQL of its own: takes an hour on two cores, and 30 GB. Every record has a seal and a
 * salt; only some stretches of the chain are sealed with the key, and verified.
 */
export async function benchScale(): Promise<{ few: ScaleFigures; many: ScaleFigures }> {
  const postgres = await PostgresCluster.create('durable')
  if (!postgres) throw new Error('the bench needs PostgreSQL')
  loadSettings({ AUTH_JWT_SECRET: 'the secret of the measurement, 32 characters or more' })
  const { pool, close } = await openDatabase({ url: postgres.url })
  try {
    await applyMigrations(pool, join(import.meta.dirname, '../prisma/migrations'))
    const { id: userId } = await insertUser({})
    await prepareMonths(postgres)
    await fill(postgres, { total: FEW, userId })
    const few = await measure(userId, FEW)
    await prepareMonths(postgres)
    await fill(postgres, { total: MANY, userId })
    const many = { ...(await sizes()), ...(await measure(userId, MANY)) }
    return { few, many }
  } finally {
    await close()
    await postgres.remove()
  }
}

async function measure(userId: string, total: number): Promise<ScaleFigures> {
  const now = new Date()
  const insert = await perCall(SAMPLE, (n) =>
    recordAudit(db(), testContext({ now: addSeconds(now, n / 1000) }), {
      action: 'account.exported',
      outcome: 'ok',
      actorId: userId,
      targetId: userId,
    }),
  )
  const later = addSeconds(now, 60)
  const seal = await perCall(1, () => sealAuditRecords(later))
  const verify = await verifyStretches(total)
  const purge = await perCall(5, () => purgeEndedFamilies(db(), addSeconds(now, -86_400), 500))
  return {
    'insert a record': insert,
    'seal a record': seal / SAMPLE,
    'verify a record': verify,
    'delete an ended session': purge / 500,
    ...(await pages(userId)),
    ...(await removal()),
  }
}

/** Detaches a month, and deletes seals and salts of its records. */
async function removal(): Promise<ScaleFigures> {
  const [, , { name, idsFrom, idsTo }] = (await listPartitions(db())) as [
    unknown,
    unknown,
    OldMonth,
  ]
  const month = { name, idsFrom, idsTo }
  const survey = await perCall(1, () => surveyMonth(month))
  const { records, runs } = await surveyMonth(month)
  let detached = ''
  const detach = await perCall(1, () =>
    inTransaction(async (tx) => {
      detached = (await detachMonth(tx, name))!
      await insertRemoval(tx, { ...month, ...REMOVED, tableName: detached }, [
        { idsFrom, idsTo, ...REMOVED, ...runs[0]! },
      ])
    }),
  )
  const count = Math.min(records, SAMPLE)
  const from = runs[0]!.firstSeq
  const clean = await perCall(1, async () => {
    await deleteSeals(db(), { from, to: from + BigInt(count) - 1n })
    await deleteSalts(db(), month, count)
  })
  await database().pool.query(`DROP TABLE ${detached}`)
  return {
    'survey a record of an old month': survey / records,
    'detach a month': detach,
    'delete seal and salt of a removed record': clean / count,
  }
}

const REMOVED = {
  recordId: '00000000-0000-7000-8000-000000000000',
  removedAt: new Date(),
  previousMac: Buffer.alloc(32),
  lastMac: Buffer.alloc(32),
  keyId: 'filled00',
  mac: Buffer.alloc(32),
}

/** Microseconds for each record of the stretches that are really sealed. */
async function verifyStretches(total: number): Promise<number> {
  const startedAt = performance.now()
  let verified = 0
  for (const { from, to } of stretches(total)) {
    const walk = startWalk()
    const before = await db().auditSeal.findUnique({ where: { seq: BigInt(from - 1) } })
    if (before) Object.assign(walk, { seq: from - 1, mac: before.mac })
    while (walk.seq < to) {
      const seals = await listSeals({ after: String(walk.seq), upTo: String(to), limit: 1000 })
      for (const seal of seals) {
        const bad = verifySeal(walk, seal)
        if (bad) throw new Error(`the chain is broken: ${JSON.stringify(bad)}`)
      }
    }
    verified += to - from + 1
  }
  return ((performance.now() - startedAt) * 1000) / verified
}

async function pages(userId: string): Promise<ScaleFigures> {
  const filters: Record<string, AuditConditions> = {
    all: {},
    'of an actor': { actorId: userId },
    'of an action': { action: 'session.created' },
    'of a group': { resource: 'session' },
    'of an address': { ip: '10.1.31.17' },
    'of half a year ago': { to: addSeconds(new Date(), -YEAR / 2) },
  }
  const figures: ScaleFigures = {}
  for (const [name, filter] of Object.entries(filters)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++)
      times.push(await perCall(1, () => listAuditRows(filter, { limit: 50, after: null })))
    figures[`a page, ${name}`] = median(times)
  }
  return figures
}

/** Microseconds of a call, one after the other. */
async function perCall(times: number, call: (n: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  for (let n = 0; n < times; n++) await call(n)
  return ((performance.now() - startedAt) * 1000) / times
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
