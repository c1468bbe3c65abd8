import {
  appendSeals,
  findChainHead,
  listUnsealed,
  type NewSeal,
  type SealedRow,
  tryLockSealing,
} from '@/lib/audit/audit-seal.store'
import {
  CHAIN_START,
  chainMac,
  currentSealKey,
  newSalt,
  personalDigest,
  rowMac,
} from '@/lib/audit/seal-macs'
import { addSeconds } from '@/lib/platform/clock'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'

const BATCH = 500
/**
 * The minimum age of a record before it is sealed, so that the chain is chronological even if
 * transactions take a moment.
 */
const SEAL_AFTER_SECONDS = 2
/**
 * How far ahead of this clock a record may be and still wait for its time. One from further ahead
 * is sealed at once, out of order: without a seal, it is unprotected, even if its clock is
 * tolerated (CLOCK_AHEAD_SECONDS).
 */
const MAX_AHEAD_SECONDS = 60

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
    until: addSeconds(now, -SEAL_AFTER_SECONDS),
    latest: addSeconds(now, MAX_AHEAD_SECONDS),
    limit: BATCH,
  })
  if (rows.length === 0) return 0
  // Read after taking the lock, because its previous holder has then committed.
  const head = await findChainHead(tx)
  const key = currentSealKey()
  const seals = chainSeals(rows, { key: key.bytes, head, sealedAt: now })
  await appendSeals(tx, seals, { keyId: key.id, sealedAt: now })
  return rows.length
}

/** Seals records in their order, after `head` (null: as the first ones). Stores nothing. */
export function chainSeals(
  rows: readonly SealedRow[],
  by: { key: Uint8Array; head: { seq: number; mac: Uint8Array } | null; sealedAt: Date },
): NewSeal[] {
  let { seq, mac } = by.head ?? { seq: 0, mac: CHAIN_START }
  return rows.map((row) => {
    const salt = newSalt()
    const digest = personalDigest(salt, row)
    const seal = {
      seq: ++seq,
      recordId: row.id,
      salt,
      personalDigest: digest,
      rowMac: rowMac(by.key, row, digest),
      sealedAt: by.sealedAt,
    }
    mac = chainMac(by.key, seal, mac)
    return { ...seal, mac }
  })
}
