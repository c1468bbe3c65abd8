import { db, type Db, defineStatement, runStatement, type Tx } from '@/lib/platform/db/database'
import { NIL_ID } from '@/lib/platform/ids'

/** Guards the end of the chain: one sealer at a time across the whole database. */
const SEALING_LOCK = 727_070_2

/** All columns of a record that the chain covers; `details` is PostgreSQL's text form. */
export interface SealedRow {
  id: string
  occurred_at: Date
  action: string
  outcome: string
  actor_id: string | null
  target_type: string | null
  target_id: string | null
  ip: string | null
  user_agent: string | null
  request_id: string | null
  details: string
}

export interface NewSeal {
  seq: number
  recordId: string
  salt: Uint8Array
  personalDigest: Uint8Array
  rowMac: Uint8Array
  mac: Uint8Array
}

/**
 * A seal with the record it refers to; `id` and the other columns are null if that record doesn't
 * exist.
 */
export type SealWithRecord = { [K in keyof SealedRow]: SealedRow[K] | null } & {
  seq: string
  record_id: string
  row_mac: Uint8Array
  mac: Uint8Array
  key_id: string
  sealed_at: Date
  /** Null: `row_mac` covers the personal values themselves. */
  personal_digest: Uint8Array | null
  /** Null: erased, or never sealed over its digest. */
  salt: Uint8Array | null
  reseal_mac: Uint8Array | null
  reseal_digest: Uint8Array | null
  reseal_key_id: string | null
  /** Whether the record names a later erasure of its actor or target, or one that lists it. */
  erasure_known: boolean
}

/** Takes the sealing lock until `tx` ends, if it is free. Returns whether it was. */
export async function tryLockSealing(tx: Tx): Promise<boolean> {
  const rows = await tx.$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${SEALING_LOCK}::bigint) AS locked`
  return rows[0]?.locked === true
}

/** The newest seal; null before the first. */
export async function findChainHead(
  db: Db,
): Promise<{ seq: number; mac: Uint8Array; sealedAt: Date } | null> {
  const head = await db.auditSeal.findFirst({
    orderBy: { seq: 'desc' },
    select: { seq: true, mac: true, sealedAt: true },
  })
  return head && { ...head, seq: Number(head.seq) }
}

/** The keys of the first and of the last seal, each once. */
export async function listKeysOfEnds(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ key: string }[]>`
    (SELECT key_id AS key FROM audit_seals ORDER BY seq LIMIT 1)
    UNION (SELECT key_id FROM audit_seals ORDER BY seq DESC LIMIT 1)`
  return rows.map(({ key }) => key)
}

/**
 * Records that wait for their seal, oldest first, up to `until`. Also those after `latest`: they
 * come from a clock that is wrong and would otherwise wait forever.
 */
export function listUnsealed(
  tx: Tx,
  by: { until: Date; latest: Date; limit: number },
): Promise<SealedRow[]> {
  return tx.$queryRaw<SealedRow[]>`
    SELECT a.id, a.occurred_at, a.action, a.outcome, a.actor_id, a.target_type, a.target_id, a.ip, a.user_agent, a.request_id,
      a.details::text AS details
    FROM audit_unsealed waiting JOIN audit_records a ON a.id = waiting.record_id
    WHERE waiting.occurred_at <= ${by.until}::timestamptz OR waiting.occurred_at > ${by.latest}::timestamptz
    ORDER BY waiting.occurred_at, waiting.record_id LIMIT ${by.limit}::int`
}

/**
 * Appends seals created with one key, stores the salts, and removes the records from the waiting
 * list.
 */
export async function appendSeals(
  tx: Tx,
  seals: readonly NewSeal[],
  by: { keyId: string; sealedAt: Date },
): Promise<void> {
  const ids = seals.map(({ recordId }) => recordId)
  await tx.$executeRaw`
    WITH fresh AS MATERIALIZED (
      SELECT seq, record_id, decode(salt, 'hex') AS salt, decode(digest, 'hex') AS digest, decode(row_mac, 'hex') AS row_mac,
        decode(mac, 'hex') AS mac
      FROM unnest(${seals.map(({ seq }) => seq)}::bigint[], ${ids}::uuid[], ${seals.map((seal) => hex(seal.salt))}::text[],
        ${seals.map((seal) => hex(seal.personalDigest))}::text[], ${seals.map((seal) => hex(seal.rowMac))}::text[],
        ${seals.map((seal) => hex(seal.mac))}::text[]) AS fresh (seq, record_id, salt, digest, row_mac, mac)),
    salts AS (INSERT INTO audit_salts (record_id, salt) SELECT record_id, salt FROM fresh)
    INSERT INTO audit_seals (seq, record_id, row_mac, mac, key_id, sealed_at, personal_digest)
    SELECT seq, record_id, row_mac, mac, ${by.keyId}, ${by.sealedAt}::timestamptz, digest FROM fresh`
  await tx.$executeRaw`DELETE FROM audit_unsealed WHERE record_id = ANY(${ids}::uuid[])`
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/**
 * What the trigger `audit_records_may_be_erased` admits. Text that isn't the ID of an erasure must
 * not make the cast fail: a tampered record would then stop its own verification.
 */
const ERASURE_KNOWN = `CASE WHEN a.details ->> 'erased_by' ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
    AND a.action <> 'audit.erased' THEN EXISTS (
      SELECT FROM audit_records e WHERE e.id = (a.details ->> 'erased_by')::uuid AND e.action = 'audit.erased'
        AND (a.id < e.id AND e.target_id IN (a.target_id, a.actor_id::text) OR e.details -> 'records' ? a.id::text))
    ELSE false END`

const SEALS = defineStatement<{ after: string; upTo: string; limit: number }>(
  'audit-seals',
  `SELECT s.seq::text AS seq, s.record_id, s.row_mac, s.mac, s.key_id, s.sealed_at, a.id, a.occurred_at, a.action, a.outcome,
      a.actor_id, a.target_type, a.target_id, a.ip, a.user_agent, a.request_id, a.details::text AS details,
      s.personal_digest, salts.salt, again.row_mac AS reseal_mac, again.personal_digest AS reseal_digest,
      again.key_id AS reseal_key_id, ${ERASURE_KNOWN} AS erasure_known
    FROM audit_seals s LEFT JOIN audit_records a ON a.id = s.record_id
      LEFT JOIN audit_salts salts ON salts.record_id = s.record_id LEFT JOIN audit_reseals again ON again.seq = s.seq
    WHERE s.seq > :after::bigint AND s.seq <= :upTo::bigint ORDER BY s.seq LIMIT :limit::int`,
)

/** Seals after `after` up to `upTo` (both as text), in order, with their records. */
export function listSeals(by: {
  after: string
  upTo: string
  limit: number
}): Promise<SealWithRecord[]> {
  return runStatement(db(), SEALS, by)
}

const WAITING = defineStatement<{ afterTime: Date | null; afterId: string | null; limit: number }>(
  'audit-waiting',
  `SELECT a.id, a.occurred_at, a.action, a.outcome, a.actor_id, a.target_type, a.target_id, a.ip, a.user_agent,
      a.request_id, a.details::text AS details
    FROM audit_unsealed w JOIN audit_records a ON a.id = w.record_id
    WHERE (w.occurred_at, w.record_id)
        >= (coalesce(:afterTime::timestamptz, '-infinity'), coalesce(:afterId::uuid, '${NIL_ID}'))
      AND w.record_id IS DISTINCT FROM :afterId::uuid
    ORDER BY w.occurred_at, w.record_id LIMIT :limit::int`,
)

/** Records without a seal, oldest first, after the given one. */
export function listWaiting(by: {
  after: Pick<SealedRow, 'id' | 'occurred_at'> | null
  limit: number
}): Promise<SealedRow[]> {
  const { after, limit } = by
  const position = { afterTime: after?.occurred_at ?? null, afterId: after?.id ?? null }
  return runStatement(db(), WAITING, { ...position, limit })
}

const RECORDS = defineStatement<{ after: string | null; limit: number }>(
  'audit-record-seals',
  `SELECT a.id, a.occurred_at, s.seq IS NOT NULL AS sealed
    FROM (SELECT id, occurred_at FROM audit_records
      WHERE id >= coalesce(:after::uuid, '${NIL_ID}') AND id IS DISTINCT FROM :after::uuid
      ORDER BY id LIMIT :limit::int) a
    LEFT JOIN audit_seals s ON s.record_id = a.id ORDER BY a.id`,
)

/** Records after an id, or from the first, in order of ids, and whether each has a seal. */
export function listWhetherSealed(by: {
  after: string | null
  limit: number
}): Promise<{ id: string; occurred_at: Date; sealed: boolean }[]> {
  return runStatement(db(), RECORDS, by)
}

/**
 * A record that was waiting for its seal since before `before` and was deleted without one; null if
 * there is none among the oldest.
 */
export async function findGoneUnsealed(db: Db, before: Date): Promise<string | null> {
  const rows = await db.$queryRaw<{ record_id: string }[]>`
    SELECT waiting.record_id
    FROM (SELECT * FROM audit_unsealed WHERE occurred_at < ${before}::timestamptz ORDER BY occurred_at LIMIT 1000) waiting
    LEFT JOIN audit_records a ON a.id = waiting.record_id WHERE a.id IS NULL ORDER BY waiting.occurred_at LIMIT 1`
  return rows[0]?.record_id ?? null
}
