import { randomBytes } from 'node:crypto'
import type { SealedRow } from '@/lib/audit/audit-seal.store'
import { settings } from '@/lib/config/settings'
import { derivedKey, hmacSha256, sha256 } from '@/lib/platform/crypto'

/**
 * A key that seals audit records. `id` identifies it in every seal without revealing anything about
 * it.
 */
export interface SealKey {
  id: string
  bytes: Buffer
}

/** The current sealing key, derived from the signing secret with HKDF. */
export function currentSealKey(): SealKey {
  return keyOf(settings().tokens.secret)
}

/**
 * The keys for verification by id: of the current secret, the previous ones, and those that leaked,
 * which verify nothing else.
 */
export function knownSealKeys(): Map<string, SealKey> {
  const { tokens, auditPreviousSecrets } = settings()
  const secrets = [tokens.secret, ...tokens.previousSecrets, ...auditPreviousSecrets]
  return new Map(secrets.map(keyOf).map((key) => [key.id, key]))
}

function keyOf(secret: string): SealKey {
  const bytes = derivedKey(secret, 'audit seal')
  return { id: sha256(bytes).toString('base64url').slice(0, 8), bytes }
}

/** The start of the chain, in place of a previous seal's `mac`. */
export const CHAIN_START: Uint8Array = Buffer.alloc(32)

/**
 * HMAC-SHA-256 over a record: a JSON array in a fixed order, with the digest of its personal values
 * in their place, so that it stays valid when they are erased.
 */
export function rowMac(key: Uint8Array, row: SealedRow, personalDigest: Uint8Array): Buffer {
  return hmacSha256(key, `record 2\n${JSON.stringify(publicColumns(row, personalDigest))}`)
}

/**
 * The MAC of a record that was sealed over its values first. Bound to that seal, so that it can't
 * be moved to another.
 */
export function resealMac(
  key: Uint8Array,
  row: SealedRow,
  by: { seq: number; rowMac: Uint8Array; personalDigest: Uint8Array },
): Buffer {
  const parts = [by.seq, base64(by.rowMac), ...publicColumns(row, by.personalDigest)]
  return hmacSha256(key, `record again\n${JSON.stringify(parts)}`)
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** ISO 8601. PostgreSQL's infinite times, which only a forged record has, come as numbers. */
export function timeText(at: Date): string {
  return Number.isFinite(Number(at)) ? at.toISOString() : String(Number(at))
}

function publicColumns(row: SealedRow, personalDigest: Uint8Array): unknown[] {
  return [
    row.id,
    timeText(row.occurred_at),
    row.action,
    row.outcome,
    row.actor_id,
    row.target_type,
    row.target_id,
    row.request_id,
    base64(personalDigest),
  ]
}

/**
 * HMAC-SHA-256 with the salt as its key over the personal values. Without the salt, no one can find
 * the values by trying.
 */
export function personalDigest(salt: Uint8Array, row: SealedRow): Buffer {
  return hmacSha256(salt, `personal\n${JSON.stringify([row.ip, row.user_agent, row.details])}`)
}

/** A new salt for the personal values of one record. */
export function newSalt(): Buffer {
  return randomBytes(32)
}

/** Whether the personal values of a record were replaced by the ID of their erasure. */
export function isErased(row: SealedRow): boolean {
  return erasureOf(row) !== null
}

/** The ID of the erasure that replaced the personal values of a record; null if they are there. */
export function erasureOf({ ip, user_agent: agent, details }: SealedRow): string | null {
  return ip === null && agent === null ? (ERASED.exec(details)?.[1] ?? null) : null
}

/** PostgreSQL's text of what `audit_records_may_be_erased` admits. */
const ERASED = /^\{"erased_by": "([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})"\}$/

/**
 * HMAC-SHA-256 over all columns of a record, as builds without erasure sealed it. The details are
 * PostgreSQL's text (that of jsonb is canonical: sorted keys, exact numbers).
 */
export function wholeRowMac(key: Uint8Array, row: SealedRow): Buffer {
  const columns = [
    row.id,
    timeText(row.occurred_at),
    row.action,
    row.outcome,
    row.actor_id,
    row.target_type,
    row.target_id,
    row.ip,
    row.user_agent,
    row.request_id,
    row.details,
  ]
  return hmacSha256(key, `record\n${JSON.stringify(columns)}`)
}

/**
 * HMAC-SHA-256 that links a seal to the previous one: place, record, the record's MAC, the time,
 * and `previous` (the previous seal's `mac`).
 */
export function chainMac(
  key: Uint8Array,
  seal: { seq: number; recordId: string; rowMac: Uint8Array; sealedAt: Date },
  previous: Uint8Array,
): Buffer {
  const parts = [
    seal.seq,
    seal.recordId,
    base64(seal.rowMac),
    seal.sealedAt.toISOString(),
    base64(previous),
  ]
  return hmacSha256(key, `seal\n${JSON.stringify(parts)}`)
}

/** What an anchor states about a removed part of the chain. */
export interface AnchoredPart {
  firstSeq: bigint
  lastSeq: bigint
  /** The `mac` of the seal before the first removed one. */
  previousMac: Uint8Array
  lastMac: Uint8Array
  idsFrom: string
  idsTo: string
  recordId: string
  removedAt: Date
}

/** HMAC-SHA-256 over an anchor, which binds it to its place in the chain. */
export function anchorMac(key: Uint8Array, part: AnchoredPart): Buffer {
  const parts = [
    String(part.firstSeq),
    String(part.lastSeq),
    base64(part.previousMac),
    base64(part.lastMac),
    part.idsFrom,
    part.idsTo,
    part.recordId,
    part.removedAt.toISOString(),
  ]
  return hmacSha256(key, `anchor\n${JSON.stringify(parts)}`)
}
