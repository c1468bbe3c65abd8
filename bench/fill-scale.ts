import { appendSeals, type SealedRow } from '@/lib/audit/audit-seal.store'
import { chainSeals } from '@/lib/audit/seal-audit-records'
import { currentSealKey } from '@/lib/audit/seal-macs'
import { database } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { PostgresCluster } from '@/lib/testing/postgres-cluster'

export const YEAR = 365 * 86_400
const BATCH = 500
/** The parts of a large chain that are really sealed. Between them, seals have random MACs. */
const STRETCHES = 5
const STRETCH = 20_000
const FASTER = `SET session_replication_role = replica; SET synchronous_commit = off;
  SET maintenance_work_mem = '1GB'; `

/** Splits an empty trail into months, as if the service had run for a year. */
export async function prepareMonths(postgres: PostgresCluster): Promise<void> {
  await postgres.run(`${FASTER} DO $$
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

/**
 * Fills the tables with `total` records and half as many sessions, spread over the past year, as a
 * hundred thousand users would. A month is written without indexes, which are then built.
 */
export async function fill(
  postgres: PostgresCluster,
  { total, userId }: { total: number; userId: string },
): Promise<void> {
  const rows = spread(total)
  await postgres.run(
    `${FASTER} TRUNCATE audit_seals, audit_salts, audit_anchors, audit_removals, audit_unsealed, session_families CASCADE`,
  )
  for (const month of await months()) await fillMonth(postgres, month, rows)
  const sealed = stretches(total)
  const others = sealed.map(({ from, to }) => `seq NOT BETWEEN ${from} AND ${to}`).join(' AND ')
  await postgres.run(`${FASTER} INSERT INTO audit_seals (seq, record_id, row_mac, mac, key_id, sealed_at, personal_digest)
    SELECT seq, id, sha256(uuid_send(id)), sha256(uuid_send(id)), 'filled00', now(), sha256(uuid_send(id))
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS seq FROM audit_records) every WHERE ${others}`)
  for (const stretch of sealed) await sealStretch(stretch)
  await postgres.run(`${FASTER} INSERT INTO audit_salts (record_id, salt)
    SELECT id, sha256(uuid_send(id)) FROM audit_records ORDER BY id ON CONFLICT DO NOTHING`)
  await postgres.run(`${FASTER} INSERT INTO session_families (id, user_id, surface, device_id, device_hash, jti_key, amr,
      auth_time, created_at, last_used_at, ip, user_agent, expires_at, max_expires_at)
    SELECT ${rows.id}, '${userId}', 'api', '\\x00', sha256(int8send(n)), decode(repeat('00', 128), 'hex'), '{pwd}', ${rows.at},
      ${rows.at}, ${rows.at}, '10.0.0.1', repeat('x', 110), ${rows.at} + interval '30 days', ${rows.at} + interval '90 days'
    FROM generate_series(0, ${total - 1}::bigint, 2) n`)
  await postgres.run('VACUUM ANALYZE')
  await postgres.run('CHECKPOINT')
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

async function months(): Promise<Month[]> {
  const { rows } = await database().pool.query<Month>(
    `SELECT name, ids_from AS first_id, ids_to AS end_id, audit_id_time(ids_from) AS starts, audit_id_time(ids_to) AS ends
     FROM audit_partitions WHERE ids_from IS NOT NULL`,
  )
  return rows
}

async function fillMonth(postgres: PostgresCluster, month: Month, rows: Spread): Promise<void> {
  const { name, first_id: first, end_id: end } = month
  await postgres.run(`${FASTER} DROP TABLE ${name}; CREATE TABLE ${name} (LIKE audit_records INCLUDING DEFAULTS);
    INSERT INTO ${name} (id, occurred_at, action, outcome, actor_id, target_type, target_id, ip, user_agent, request_id, details)
    SELECT id, at, CASE n % 10 WHEN 0 THEN 'session.refused' WHEN 1 THEN 'profile.changed' ELSE 'session.created' END,
      'ok', ('00000000-0000-7000-8000-' || lpad(to_hex(n * 7919 % 100000), 12, '0'))::uuid, 'session', gen_random_uuid()::text,
      '10.' || n % 200 || '.' || n * 31 % 250 || '.' || n * 17 % 250, repeat('x', 110), gen_random_uuid()::text,
      '{"surface": "api", "factors": ["pwd"]}'
    FROM (SELECT n, ${rows.at} AS at, ${rows.id} AS id FROM ${rows.between(month.starts, month.ends)}) every
    WHERE id >= '${first}' AND id < '${end}'`)
  await postgres.run(
    `${FASTER} ALTER TABLE audit_records ATTACH PARTITION ${name} FOR VALUES FROM ('${first}') TO ('${end}')`,
  )
}

/** The places of the chain that are really sealed, and can be verified. */
export function stretches(total: number): { from: number; to: number }[] {
  if (total <= STRETCHES * STRETCH) return [{ from: 1, to: total }]
  return Array.from({ length: STRETCHES }, (_, n) => {
    const from = Math.floor((n * total) / STRETCHES) + 1
    return { from, to: from + STRETCH - 1 }
  })
}

async function sealStretch({ from, to }: { from: number; to: number }): Promise<void> {
  const { pool } = database()
  const { rows: previous } = await pool.query<{ record_id: string; mac: Buffer }>(
    'SELECT record_id, mac FROM audit_seals WHERE seq = $1',
    [from - 1],
  )
  let head = previous[0] ? { seq: from - 1, mac: previous[0].mac as Uint8Array } : null
  let after = previous[0]?.record_id ?? '00000000-0000-0000-0000-000000000000'
  const { bytes, id: keyId } = currentSealKey()
  const sealedAt = new Date()
  while ((head?.seq ?? 0) < to) {
    const { rows } = await pool.query<SealedRow>(
      `SELECT id, occurred_at, action, outcome, actor_id, target_type, target_id, ip, user_agent, request_id,
         details::text AS details
       FROM audit_records WHERE id > $1 ORDER BY id LIMIT $2`,
      [after, Math.min(BATCH, to - (head?.seq ?? 0))],
    )
    const seals = chainSeals(rows, { key: bytes, head, sealedAt })
    await inTransaction((tx) => appendSeals(tx, seals, { keyId, sealedAt }))
    head = seals.at(-1)!
    after = rows.at(-1)!.id
  }
}
