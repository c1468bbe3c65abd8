import type { SealedRow } from '@/lib/audit/audit-seal.store'
import { hmacSha256 } from '@/lib/platform/crypto'

/** What the chain begins with, in the place of an earlier seal's `mac`. */
export const CHAIN_START: Uint8Array = Buffer.alloc(32)

/**
 * HMAC-SHA-256 over all columns of a record: a JSON array in a fixed order, the details as PostgreSQL writes them (its jsonb text is
 * canonical: sorted keys, exact numbers).
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

/** HMAC-SHA-256 that ties a seal to the one before it: place, record, its MAC, when, and `previous` (that one's `mac`). */
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
