import {
  appendSeals,
  findChainHead,
  listUnsealed,
  tryLockSealing,
  type NewSeal,
  type SealedRow,
} from '@/lib/audit/audit-seal.store'
import { presentSealKey } from '@/lib/audit/seal-keys'
import { CHAIN_START, chainMac, rowMac } from '@/lib/audit/seal-macs'
import { addSeconds } from '@/lib/platform/clock'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'

const BATCH = 500
/** Records rest this long before they are sealed, so that the chain follows time where transactions take a moment. */
const REST_SECONDS = 2
/** Clocks of instances may differ by this much; a record from further ahead is sealed at once. */
const HORIZON_SECONDS = 60

/**
 * Appends to the chain whatever waits for its seal, and returns how many records that were. The chain is in the order of sealing: a
 * record that is committed after younger ones were sealed simply comes after them. Of any number of callers one seals, the others
 * return 0; what a killed one left undone the next one does.
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
  // Read after the lock was taken: whoever held it before has committed.
  const head = await findChainHead(tx)
  const key = presentSealKey()
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
    const seal = { seq: ++seq, recordId: row.id, rowMac: rowMac(by.key, row), sealedAt: by.sealedAt }
    mac = chainMac(by.key, seal, mac)
    return { ...seal, mac }
  })
}
