import {
  appendReseals,
  findHeadAt,
  hasWholeSeals,
  listWholeSeals,
  type NewReseal,
  type ResealProgress,
  tryLockResealing,
  type WholeSeal,
  writeProgress,
} from '@/lib/audit/audit-reseal.store'
import type { SealedRow } from '@/lib/audit/audit-seal.store'
import { recordAudits } from '@/lib/audit/record-audit'
import {
  currentSealKey,
  knownSealKeys,
  newSalt,
  personalDigest,
  resealMac,
  type SealKey,
  wholeRowMac,
} from '@/lib/audit/seal-macs'
import { equalBytes } from '@/lib/platform/crypto'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'

const BATCH = 500
/** Keeps a run under its claim; the next one continues. */
const BATCHES_A_RUN = 1000

/**
 * Gives records that builds without erasure sealed a second seal, over the salted digest of their
 * personal values: only then can these be erased. The first seals stay, so heads that were stored
 * elsewhere stay valid. A record that doesn't match its seal gets none and is still reported by
 * every verification. Also covers what an older build seals during an upgrade. When all is done,
 * an audit record states how far. Of concurrent callers one works; it may be killed at any point.
 */
export async function resealAuditRecords(now: Date): Promise<number> {
  let handled = 0
  for (let batch = 0; batch < BATCHES_A_RUN && (await hasWholeSeals(db())); batch++) {
    const count = await inTransaction((tx) => resealBatch(tx, now))
    if (count === null) return handled
    handled += count
  }
  return handled
}

/** Returns null if another transaction works. */
async function resealBatch(tx: Tx, now: Date): Promise<number | null> {
  const progress = await tryLockResealing(tx)
  if (!progress) return null
  const seals = await listWholeSeals(tx, { after: progress.doneUpTo, limit: BATCH })
  const key = currentSealKey()
  const keys = knownSealKeys()
  const reseals = seals.flatMap((seal) => resealOf(seal, keys, key) ?? [])
  if (reseals.length > 0) await appendReseals(tx, reseals, key.id)
  const done: ResealProgress = {
    doneUpTo: seals.at(-1)?.seq ?? progress.doneUpTo,
    resealed: progress.resealed + reseals.length,
    unverified: progress.unverified + seals.length - reseals.length,
  }
  if (seals.length === BATCH) await writeProgress(tx, done)
  else {
    if (done.resealed + done.unverified > 0) await recordCheckpoint(tx, done, now)
    await writeProgress(tx, { ...done, resealed: 0, unverified: 0 })
  }
  return seals.length
}

/** Null if the record isn't what was sealed. */
function resealOf(
  seal: WholeSeal,
  keys: ReadonlyMap<string, SealKey>,
  key: SealKey,
): NewReseal | null {
  const row = seal.id === null ? null : (seal as SealedRow)
  const sealedWith = keys.get(seal.key_id)
  if (!row || !sealedWith) return null
  if (!equalBytes(wholeRowMac(sealedWith.bytes, row), seal.row_mac)) return null
  const salt = newSalt()
  const digest = personalDigest(salt, row)
  const of = { seq: Number(seal.seq), rowMac: seal.row_mac, personalDigest: digest }
  return {
    seq: seal.seq,
    recordId: row.id,
    salt,
    personalDigest: digest,
    rowMac: resealMac(key.bytes, row, of),
  }
}

async function recordCheckpoint(tx: Tx, done: ResealProgress, now: Date): Promise<void> {
  const ctx = { ip: null, userAgent: null, requestId: newId(), surface: 'api' as const, now }
  const { resealed, unverified, doneUpTo } = done
  const details = { resealed, unverified, head: await findHeadAt(tx, doneUpTo) }
  await recordAudits(tx, ctx, [{ action: 'audit.resealed', outcome: 'ok', details }])
}
