import pg from 'pg'
import { appendSeals, type SealedRow } from '@/lib/audit/audit-seal.store'
import { chainSeals } from '@/lib/audit/seal-audit-records'
import { currentSealKey } from '@/lib/audit/seal-macs'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { database } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { insertUser } from '@/tests/kit/insert-user'

export const YEAR = 365 * 86_400
const BATCH = 2000

/**
 * Fills the database that is open, at `url`, with `total` records, all of them sealed, and half as
 * many sessions, spread over the past year. Each actor has a hundred records.
 */
export async function fill(url: string, total: number): Promise<void> {
  await applyMigrations(database().pool, 'prisma/migrations')
  const { id: userId } = await insertUser({})
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`SET session_replication_role = replica; SET synchronous_commit = off;
    SET maintenance_work_mem = '1GB'`)
  await splitIntoMonths(client)
  const rows = spread(total)
  for (const month of await months(client)) await fillMonth(client, month, { rows, total })
  await sealAll()
  await client.query(`INSERT INTO session_families (id, user_id, surface, device_id, device_hash, jti_key, amr,
      auth_time, created_at, last_used_at, ip, user_agent, expires_at, max_expires_at)
    SELECT ${rows.id}, '${userId}', 'api', '\\x00', sha256(int8send(n)), decode(repeat('00', 128), 'hex'), '{pwd}', ${rows.at},
      ${rows.at}, ${rows.at}, '10.0.0.1', repeat('x', 110), ${rows.at} + interval '30 days', ${rows.at} + interval '90 days'
    FROM generate_series(0, ${total - 1}::bigint, 2) n`)
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
  await client.end()
}

/** Splits the empty trail into months, as if the service had run for a year. */
async function splitIntoMonths(client: pg.Client): Promise<void> {
  await client.query(`DO $$
    DECLARE month text;
    BEGIN
      FOR month IN SELECT name FROM audit_partitions WHERE ids_to IS NOT NULL LOOP
        EXECUTE format('DROP TABLE %I', month);
      END LOOP;
      CREATE TABLE audit_records_history (LIKE audit_records INCLUDING ALL);
      EXECUTE format('ALTER TABLE audit_records ATTACH PARTITION audit_records_history FOR VALUES FROM (MINVALUE) TO (%L)',
        audit_first_id(audit_month(now(), -12)));
      PERFORM audit_add_months(now() + interval '2 months');
    END $$`)
}

interface Spread {
  /** SQL of the time and the id (a UUIDv7) of row `n`. */
  at: string
  id: string
  /** The rows between two instants, and a few more. */
  between(from: Date, to: Date): string
}

/** Rows 0 to `total`, spread over the year before now. */
function spread(total: number): Spread {
  const step = (YEAR * 1000) / total
  const start = Date.now() - YEAR * 1000
  const at = `('${new Date(start).toISOString()}'::timestamptz + n * interval '${step} ms')`
  const row = (instant: Date) => Math.floor((instant.getTime() - start) / step)
  return {
    at,
    id: `(left(audit_first_id(${at})::text, 14) || '7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`,
    between: (from, to) =>
      `generate_series(${Math.max(0, row(from) - 2)}::bigint, ${Math.min(total - 1, row(to) + 2)}) n`,
  }
}

interface Month {
  name: string
  first_id: string
  end_id: string
  starts: Date
  ends: Date
}

async function months(client: pg.Client): Promise<Month[]> {
  const { rows } = await client.query<Month>(
    `SELECT name, ids_from AS first_id, ids_to AS end_id, audit_id_time(ids_from) AS starts, audit_id_time(ids_to) AS ends
     FROM audit_partitions WHERE ids_from IS NOT NULL`,
  )
  return rows
}

/** Writes a month without indexes, which are then built. */
async function fillMonth(
  client: pg.Client,
  month: Month,
  { rows, total }: { rows: Spread; total: number },
): Promise<void> {
  const { name, first_id: first, end_id: end } = month
  await client.query(`DROP TABLE ${name}; CREATE TABLE ${name} (LIKE audit_records INCLUDING DEFAULTS);
    INSERT INTO ${name} (id, occurred_at, action, outcome, actor_id, target_type, target_id, ip, user_agent, request_id, details)
    SELECT id, at, CASE n % 10 WHEN 0 THEN 'session.refused' WHEN 1 THEN 'profile.changed' ELSE 'session.created' END, 'ok',
      ('00000000-0000-7000-8000-' || lpad(to_hex(n * 7919 % ${total / 100}), 12, '0'))::uuid, 'session', gen_random_uuid()::text,
      '10.' || n % 200 || '.' || n * 31 % 250 || '.' || n * 17 % 250, repeat('x', 110), gen_random_uuid()::text,
      '{"surface": "api", "factors": ["pwd"]}'
    FROM (SELECT n, ${rows.at} AS at, ${rows.id} AS id FROM ${rows.between(month.starts, month.ends)}) every
    WHERE id >= '${first}' AND id < '${end}'`)
  await client.query(
    `ALTER TABLE audit_records ATTACH PARTITION ${name} FOR VALUES FROM ('${first}') TO ('${end}')`,
  )
}

/** Seals every record, as `sealAuditRecords` would have. */
async function sealAll(): Promise<void> {
  const { bytes: key, id: keyId } = currentSealKey()
  const sealedAt = new Date()
  let head: { seq: number; mac: Uint8Array } | null = null
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await database().pool.query<SealedRow>(
      `SELECT id, occurred_at, action, outcome, actor_id, target_type, target_id, ip, user_agent, request_id,
         details::text AS details
       FROM audit_records WHERE id > $1 ORDER BY id LIMIT $2`,
      [after, BATCH],
    )
    if (rows.length === 0) return
    const seals = chainSeals(rows, { key, head, sealedAt })
    await inTransaction((tx) => appendSeals(tx, seals, { keyId, sealedAt }))
    head = seals.at(-1)!
    after = rows.at(-1)!.id
  }
}
