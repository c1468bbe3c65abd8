import type { SealedRow } from '@/lib/audit/audit-seal.store'
import { type Db, type Tx } from '@/lib/platform/db/database'

/** How far sealing again has come, and what it did since its last checkpoint. */
export interface ResealProgress {
  /** The last place in the chain that was handled, as text. */
  doneUpTo: string
  resealed: number
  /** Records that no longer match their seal, or whose key isn't configured. */
  unverified: number
}

/** A seal over the personal values themselves; the record's columns are null if it is gone. */
export type WholeSeal = { [K in keyof SealedRow]: SealedRow[K] | null } & {
  seq: string
  row_mac: Uint8Array
  mac: Uint8Array
  key_id: string
}

export interface NewReseal {
  seq: string
  recordId: string
  salt: Uint8Array
  personalDigest: Uint8Array
  rowMac: Uint8Array
}

/** Locks the progress until `tx` ends; null if another transaction has it. */
export async function tryLockResealing(tx: Tx): Promise<ResealProgress | null> {
  const rows = await tx.$queryRaw<ResealProgress[]>`
    SELECT done_up_to::text AS "doneUpTo", resealed, unverified FROM audit_reseal_progress
    WHERE id = 1 FOR UPDATE SKIP LOCKED`
  return rows[0] ?? null
}

/** Whether a seal after the progress covers personal values themselves. */
export async function hasWholeSeals(db: Db): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM audit_reseal_progress p
    WHERE p.resealed + p.unverified > 0
      OR EXISTS (SELECT FROM audit_seals s WHERE s.personal_digest IS NULL AND s.seq > p.done_up_to)`
  return rows.length > 0
}

/** Seals over personal values themselves after `after`, in order, with their records. */
export function listWholeSeals(tx: Tx, by: { after: string; limit: number }): Promise<WholeSeal[]> {
  return tx.$queryRaw<WholeSeal[]>`
    SELECT s.seq::text AS seq, s.row_mac, s.mac, s.key_id, a.id, a.occurred_at, a.action, a.outcome, a.actor_id, a.target_type,
      a.target_id, a.ip, a.user_agent, a.request_id, a.details::text AS details
    FROM audit_seals s LEFT JOIN audit_records a ON a.id = s.record_id
    WHERE s.personal_digest IS NULL AND s.seq > ${by.after}::bigint ORDER BY s.seq LIMIT ${by.limit}::int`
}

/** Stores second seals, made with one key, and the salts of their records. */
export async function appendReseals(
  tx: Tx,
  reseals: readonly NewReseal[],
  keyId: string,
): Promise<void> {
  const hex = (of: (reseal: NewReseal) => Uint8Array) =>
    reseals.map((reseal) => Buffer.from(of(reseal)).toString('hex'))
  await tx.$executeRaw`
    WITH fresh AS MATERIALIZED (
      SELECT * FROM unnest(${reseals.map(({ seq }) => seq)}::bigint[], ${reseals.map(({ recordId }) => recordId)}::uuid[],
        ${hex(({ salt }) => salt)}::text[], ${hex(({ personalDigest }) => personalDigest)}::text[],
        ${hex(({ rowMac }) => rowMac)}::text[]) AS fresh (seq, record_id, salt, digest, row_mac)),
    salts AS (INSERT INTO audit_salts (record_id, salt) SELECT record_id, decode(salt, 'hex') FROM fresh)
    INSERT INTO audit_reseals (seq, personal_digest, row_mac, key_id)
    SELECT seq, decode(digest, 'hex'), decode(row_mac, 'hex'), ${keyId} FROM fresh`
}

/** Writes the progress that `tx` has locked. */
export async function writeProgress(tx: Tx, progress: ResealProgress): Promise<void> {
  await tx.$executeRaw`
    UPDATE audit_reseal_progress SET done_up_to = ${progress.doneUpTo}::bigint, resealed = ${progress.resealed},
      unverified = ${progress.unverified} WHERE id = 1`
}

/** The seal at a place of the chain as a head. */
export async function findHeadAt(tx: Tx, seq: string): Promise<string | null> {
  const seal = await tx.auditSeal.findUnique({ where: { seq: BigInt(seq) } })
  return seal && `${seq}.${Buffer.from(seal.mac).toString('base64url')}`
}
