import {
  appendSeals,
  findChainHead,
  listUnsealed,
  type NewSeal,
  type SealedRow,
  tryLockSealing,
} from '@/lib/audit/audit-seal.store'
import { settings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { derivedKey, hmacSha256, sha256 } from '@/lib/platform/crypto'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'

/**
 * A key that seals audit records. `id` identifies it in every seal without revealing anything about
 * it.
 */
export interface SealKey {
  id: string
  bytes: Buffer
}

/** The current sealing key, derived from the signing secret with HKDF. */
function currentSealKey(): SealKey {
  return keyOf(settings().tokens.secret)
}

/** The keys for verification by id: of the current secret and the previous ones. */
export function knownSealKeys(): Map<string, SealKey> {
  const { secret, previousSecrets } = settings().tokens
  return new Map([secret, ...previousSecrets].map(keyOf).map((key) => [key.id, key]))
}

function keyOf(secret: string): SealKey {
  const bytes = derivedKey(secret, 'audit seal')
  return { id: sha256(bytes).toString('base64url').slice(0, 8), bytes }
}

/** The start of the chain, in place of a previous seal's `mac`. */
export const CHAIN_START: Uint8Array = Buffer.alloc(32)

/**
 * HMAC-SHA-256 over all columns of a record: a JSON array in a fixed order, with the details as
 * PostgreSQL writes them (its jsonb text is canonical: sorted keys, exact numbers).
 */
export function rowMac(key: Uint8Array, row: SealedRow): Buffer {
  const columns = [
    row.id,
    row.occurred_at.toISOString(),
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
    Buffer.from(seal.rowMac).toString('base64url'),
    seal.sealedAt.toISOString(),
    Buffer.from(previous).toString('base64url'),
  ]
  return hmacSha256(key, `seal\n${JSON.stringify(parts)}`)
}

const BATCH = 500
/**
 * The minimum age of a record before it is sealed, so that the chain is chronological even if
 * transactions take a moment.
 */
const REST_SECONDS = 2
/**
 * The tolerated clock difference between instances; a record from further ahead is sealed at once.
 */
const HORIZON_SECONDS = 60

/**
 * Appends all records that wait for their seal to the chain, and returns how many there were. The
 * chain is in the order of sealing: a record that commits after newer ones were sealed simply
 * follows them. Of concurrent callers one seals; the others return 0. If a caller is killed, the
 * next one finishes its work.
 */
export async function sealAuditRecords(now: Date): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await inTransaction((tx) => sealBatch(tx, now))
    sealed += count
    if (count < BATCH) return sealed
  }
}

async function sealBatch(tx: Tx, now: Date): Promise<number> {
  if (!(await tryLockSealing(tx))) return 0
  const rows = await listUnsealed(tx, {
    until: addSeconds(now, -REST_SECONDS),
    horizon: addSeconds(now, HORIZON_SECONDS),
    limit: BATCH,
  })
  if (rows.length === 0) return 0
  // Read after taking the lock, because its previous holder has then committed.
  const head = await findChainHead(tx)
  const key = currentSealKey()
  const seals = chain(rows, { key: key.bytes, head, sealedAt: now })
  await appendSeals(tx, seals, { keyId: key.id, sealedAt: now })
  return rows.length
}

function chain(
  rows: readonly SealedRow[],
  by: { key: Uint8Array; head: { seq: number; mac: Uint8Array } | null; sealedAt: Date },
): NewSeal[] {
  let { seq, mac } = by.head ?? { seq: 0, mac: CHAIN_START }
  return rows.map((row) => {
    const seal = {
      seq: ++seq,
      recordId: row.id,
      rowMac: rowMac(by.key, row),
      sealedAt: by.sealedAt,
    }
    mac = chainMac(by.key, seal, mac)
    return { ...seal, mac }
  })
}
