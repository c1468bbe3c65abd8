import { join } from 'node:path'
import { median } from '@/bench/http-load'
import { type AuditConditions, listAuditRows } from '@/lib/audit/audit.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { loadSettings } from '@/lib/config/settings'
import { purgeEndedFamilies } from '@/lib/identity/sessions/session.store'
import { addSeconds } from '@/lib/platform/clock'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { database, db, openDatabase } from '@/lib/platform/db/database'
import { insertUser } from '@/lib/testing/insert-user'
import { PostgresCluster } from '@/lib/testing/postgres-cluster'
import { testContext } from '@/lib/testing/test-context'

/** Records and sessions: half as many sessions as records. */
const FEW = 10_000
const MANY = 10_000_000
const BATCH = 100_000
/** Records that are written, sealed, and verified for a measurement. */
const SAMPLE = 2000
const ROUNDS = 41
const YEAR = 365 * 86_400

/** Microseconds per row, or per page, of each operation; bytes per row of each table. */
export type ScaleFigures = Record<string, number>

/**
 * Measures what grows with the audit trail and the sessions, at 10,000 and at 10,000,000 records, on
 * a PostgreSQL of its own: takes hours on two cores, and 20 GB. The large trail is not sealed, except for
 * the samples, but has a salt for each record.
 */
export async function benchScale(): Promise<{ few: ScaleFigures; many: ScaleFigures }> {
  const postgres = await PostgresCluster.create('durable')
  if (!postgres) throw new Error('the bench needs PostgreSQL')
  loadSettings({ AUTH_JWT_SECRET: 'the secret of the measurement, 32 characters or more' })
  const { pool, close } = await openDatabase({ url: postgres.url })
  try {
    await applyMigrations(pool, join(import.meta.dirname, '../prisma/migrations'))
    const { id: userId } = await insertUser({})
    await fill(postgres, { from: 0, to: FEW, userId })
    const few = await measure(userId)
    await fill(postgres, { from: FEW, to: MANY, userId })
    return { few, many: { ...(await measure(userId)), ...(await sizes()) } }
  } finally {
    await close()
    await postgres.remove()
  }
}

/** Spreads the records over the past year, as a hundred thousand users would. */
async function fill(
  postgres: PostgresCluster,
  { from, to, userId }: { from: number; to: number; userId: string },
): Promise<void> {
  await postgres.run('ALTER TABLE audit_records DISABLE TRIGGER audit_records_wait')
  const at = `now() - interval '1 year' + n * interval '${YEAR / to} s'`
  for (let start = from; start < to; start += BATCH) {
    const end = Math.min(start + BATCH, to) - 1
    await postgres.run(`SET synchronous_commit = off; WITH fresh AS (
      INSERT INTO audit_records (id, occurred_at, action, outcome, actor_id, target_type, target_id, ip, user_agent, request_id, details)
      SELECT uuid_v7(${at}), ${at}, CASE n % 10 WHEN 0 THEN 'session.refused' WHEN 1 THEN 'profile.changed' ELSE 'session.created' END,
        'ok', ('00000000-0000-7000-8000-' || lpad(to_hex(n * 7919 % 100000), 12, '0'))::uuid, 'session', gen_random_uuid()::text,
        '10.' || n % 200 || '.' || n * 31 % 250 || '.' || n * 17 % 250, repeat('x', 110), gen_random_uuid()::text,
        '{"surface": "api", "factors": ["pwd"]}'
      FROM generate_series(${start}::bigint, ${end}) n RETURNING id)
      INSERT INTO audit_salts (record_id, salt) SELECT id, sha256(uuid_send(id)) FROM fresh`)
    await postgres.run(`SET synchronous_commit = off; INSERT INTO session_families (id, user_id, surface, device_id, device_hash, jti_key, amr,
        auth_time, created_at, last_used_at, ip, user_agent, expires_at, max_expires_at)
      SELECT gen_random_uuid(), '${userId}', 'api', '\\x00', sha256(int8send(n)), decode(repeat('00', 128), 'hex'), '{pwd}', ${at}, ${at}, ${at},
        '10.0.0.1', repeat('x', 110), ${at} + interval '30 days', ${at} + interval '90 days'
      FROM generate_series(${start}::bigint, ${end}, 2) n`)
  }
  await postgres.run('ALTER TABLE audit_records ENABLE TRIGGER audit_records_wait')
  await postgres.run('VACUUM ANALYZE')
  await postgres.run('CHECKPOINT')
}

async function measure(userId: string): Promise<ScaleFigures> {
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
  const startedAt = performance.now()
  const { verified } = await verifyAuditChain(now)
  const verify = ((performance.now() - startedAt) * 1000) / verified
  const purge = await perCall(5, () => purgeEndedFamilies(db(), addSeconds(now, -86_400), 500))
  return {
    'insert a record': insert,
    'seal a record': seal / SAMPLE,
    'verify a record': verify,
    'delete an ended session': purge / 500,
    ...(await pages(userId)),
  }
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
    `SELECT relname AS name, round(pg_total_relation_size(oid) / greatest(reltuples, 1))::int AS bytes FROM pg_class
     WHERE relname IN ('audit_records', 'audit_seals', 'audit_salts', 'session_families') AND relkind = 'r'`,
  )
  return Object.fromEntries(rows.map(({ name, bytes }) => [`bytes a row, ${name}`, bytes]))
}
