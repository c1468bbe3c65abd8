import type pg from 'pg'
import type { AnchoredPart } from '@/lib/audit/seal-macs'
import { database, type Db, type Tx } from '@/lib/platform/db/database'
import { NO_TIME_LIMIT_MS } from '@/lib/platform/db/server-pool'
import { NIL_ID } from '@/lib/platform/ids'

/** A partition of the audit trail and the ids it holds; null where it has no bound. */
export interface AuditPartition {
  name: string
  idsFrom: string | null
  idsTo: string | null
}

/** A removed part of the chain under the MAC of a key. */
export interface Anchor extends AnchoredPart {
  keyId: string
  mac: Uint8Array
}

/** All anchors in the order of the chain. */
export function listAnchors(db: Db): Promise<Anchor[]> {
  return db.auditAnchor.findMany({ orderBy: { firstSeq: 'asc' } })
}

/** A month that may be removed. */
export interface OldMonth {
  name: string
  idsFrom: string
  idsTo: string
}

/** The oldest partition if all its records are from before `before`. */
export async function findOldMonth(db: Db, before: Date): Promise<OldMonth | null> {
  const [oldest] = await db.$queryRaw<AuditPartition[]>`
    SELECT name, ids_from AS "idsFrom", ids_to AS "idsTo" FROM audit_partitions
    WHERE ids_to <= audit_first_id(${before}::timestamptz) ORDER BY ids_to LIMIT 1`
  return oldest
    ? { name: oldest.name, idsFrom: oldest.idsFrom ?? NIL_ID, idsTo: oldest.idsTo! }
    : null
}

/** What a partition holds, at one moment. */
export interface MonthSurvey {
  records: number
  /** The place of its last seal in the chain. */
  lastSeq: bigint
  /** The newest place in the chain at that moment. */
  upTo: bigint
}

/**
 * Counts the records of a month and finds its end in the chain. Reads all of it, which may take
 * minutes, without a lock that anything else waits for.
 */
export async function surveyMonth({ idsFrom, idsTo }: OldMonth): Promise<MonthSurvey> {
  const client = await database().pool.connect()
  try {
    await client.query('BEGIN READ ONLY')
    await client.query('SET LOCAL statement_timeout = 0')
    const { rows } = await client.query<{ records: number; last_seq: string; up_to: string }>({
      text: `SELECT (SELECT count(*)::int FROM audit_records
          WHERE id >= $1::uuid AND id < $2::uuid) AS records,
        (SELECT coalesce(max(seq), 0)::text FROM audit_seals
          WHERE record_id >= $1::uuid AND record_id < $2::uuid) AS last_seq,
        (SELECT coalesce(max(seq), 0)::text FROM audit_seals) AS up_to`,
      values: [idsFrom, idsTo],
      query_timeout: NO_TIME_LIMIT_MS,
    } as pg.QueryConfig)
    const { records, last_seq: lastSeq, up_to: upTo } = rows[0]!
    return { records, lastSeq: BigInt(lastSeq), upTo: BigInt(upTo) }
  } finally {
    await client.query('ROLLBACK').catch(() => undefined)
    client.release()
  }
}

/**
 * Whether no record of these ids waits for its seal or was sealed since the survey, and all of its
 * places are counted for the charts.
 */
export async function isUnchanged(
  tx: Tx,
  { idsFrom, idsTo }: OldMonth,
  { upTo, lastSeq }: MonthSurvey,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ unchanged: boolean }[]>`
    SELECT NOT EXISTS (SELECT FROM audit_unsealed WHERE record_id >= ${idsFrom}::uuid AND record_id < ${idsTo}::uuid)
      AND NOT EXISTS (SELECT FROM audit_seals
        WHERE seq > ${String(upTo)}::bigint AND record_id >= ${idsFrom}::uuid AND record_id < ${idsTo}::uuid)
      AND (SELECT counted_up_to >= ${String(lastSeq)}::bigint FROM activity_progress WHERE id = 1) AS unchanged`
  return row!.unchanged
}

/**
 * Detaches a partition and returns the name of the table that keeps its records; null if another
 * instance did. Gives up if requests would wait longer than half a second.
 */
export async function detachMonth(tx: Tx, name: string): Promise<string | null> {
  await tx.$executeRaw`SET LOCAL lock_timeout = '500ms'`
  const [row] = await tx.$queryRaw<{ removed: string | null }[]>`
    SELECT audit_detach(${name}) AS removed`
  return row!.removed
}

/** The `mac` of these places, by place: of a seal, or of an anchor that ends there. */
export async function findMacs(tx: Tx, seqs: readonly bigint[]): Promise<Map<bigint, Uint8Array>> {
  const seals = await tx.auditSeal.findMany({
    where: { seq: { in: [...seqs] } },
    select: { seq: true, mac: true },
  })
  const anchors = await tx.auditAnchor.findMany({ where: { lastSeq: { in: [...seqs] } } })
  return new Map([
    ...seals.map(({ seq, mac }) => [seq, mac] as const),
    ...anchors.map(({ lastSeq, lastMac }) => [lastSeq, lastMac] as const),
  ])
}

/** Stores a removal with its anchors. */
export async function insertRemoval(
  tx: Tx,
  removal: OldMonth & { recordId: string; removedAt: Date; tableName: string },
  anchors: readonly Anchor[],
): Promise<void> {
  const { recordId, tableName, idsFrom, idsTo, removedAt } = removal
  await tx.auditRemoval.create({ data: { recordId, tableName, idsFrom, idsTo, removedAt } })
  await tx.auditAnchor.createMany({ data: anchors.map(toBytes) })
}

/** Prisma's types ask for bytes on a buffer of their own. */
const toBytes = (anchor: Anchor) => ({
  ...anchor,
  previousMac: Uint8Array.from(anchor.previousMac),
  lastMac: Uint8Array.from(anchor.lastMac),
  mac: Uint8Array.from(anchor.mac),
})

/**
 * Removals whose seals and salts are still to be deleted. Not before a later seal exists: the
 * sealer continues from the newest one.
 */
export function listRemovalsToClean(db: Db): Promise<(OldMonth & { recordId: string })[]> {
  return db.$queryRaw`
    SELECT record_id AS "recordId", table_name AS name, ids_from AS "idsFrom", ids_to AS "idsTo" FROM audit_removals r
    WHERE cleaned_at IS NULL AND EXISTS (
      SELECT FROM audit_seals WHERE seq > (SELECT max(last_seq) FROM audit_anchors a WHERE a.record_id = r.record_id))
    ORDER BY ids_to`
}

/** Deletes the seals of these places. */
export async function deleteSeals(
  db: Db,
  { from, to }: { from: bigint; to: bigint },
): Promise<void> {
  await db.$executeRaw`
    WITH again AS (DELETE FROM audit_reseals WHERE seq BETWEEN ${String(from)}::bigint AND ${String(to)}::bigint)
    DELETE FROM audit_seals WHERE seq BETWEEN ${String(from)}::bigint AND ${String(to)}::bigint`
}

/**
 * Deletes a batch of salts of removed records. Returns how many. An instance whose clock is slow
 * may have written records with IDs of that month since: theirs are kept.
 */
export function deleteSalts(
  db: Db,
  { idsFrom, idsTo }: Pick<OldMonth, 'idsFrom' | 'idsTo'>,
  limit: number,
): Promise<number> {
  return db.$executeRaw`
    DELETE FROM audit_salts WHERE record_id IN (
      SELECT record_id FROM audit_salts s WHERE record_id >= ${idsFrom}::uuid AND record_id < ${idsTo}::uuid
        AND NOT EXISTS (SELECT FROM audit_records r WHERE r.id = s.record_id)
      ORDER BY record_id LIMIT ${limit}::int)`
}

/** The anchors of a removal. */
export function listAnchorsOf(db: Db, recordId: string): Promise<Anchor[]> {
  return db.auditAnchor.findMany({ where: { recordId }, orderBy: { firstSeq: 'asc' } })
}

export async function noteCleaned(db: Db, recordId: string, now: Date): Promise<void> {
  await db.auditRemoval.update({ where: { recordId }, data: { cleanedAt: now } })
}

/** Removals from before `before` whose detached table is still there. */
export function listRemovalsToDrop(
  db: Db,
  before: Date,
): Promise<{ recordId: string; tableName: string }[]> {
  return db.auditRemoval.findMany({
    where: { droppedAt: null, removedAt: { lt: before } },
    select: { recordId: true, tableName: true },
  })
}

/** Drops a detached table. */
export async function dropMonth(
  tx: Tx,
  { recordId, tableName }: { recordId: string; tableName: string },
  now: Date,
): Promise<void> {
  if (!/^audit_removed_\w+$/.test(tableName)) throw new Error(`not a removed month: ${tableName}`)
  await tx.$executeRawUnsafe(`DROP TABLE IF EXISTS "${tableName}"`)
  await tx.auditRemoval.update({ where: { recordId }, data: { droppedAt: now } })
}
