import {
  findChainHead,
  findGoneUnsealed,
  listSeals,
  listWhetherSealed,
  type SealedRow,
  type SealWithRecord,
} from '@/lib/audit/audit-seal.store'
import type { chainFaults } from '@/lib/audit/audit.schemas'
import {
  CHAIN_START,
  chainMac,
  knownSealKeys,
  rowMac,
  type SealKey,
} from '@/lib/audit/seal-audit-records'
import { addSeconds } from '@/lib/platform/clock'
import { equalBytes } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'

const BATCH = 1000
/**
 * Sealing takes seconds; a record that is still without a seal after this long was kept from it, or
 * written around it.
 */
const SEALED_WITHIN_SECONDS = 300
const BEFORE_ALL_SEALS = '-9223372036854775808'
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

/**
 * What is wrong with a place of the chain: changed – the record is not what was sealed;
 * record_missing – it is gone; seal_missing – the seal of that place is gone; order – the seal does
 * not follow the one before it; unsealed – a record has had no seal for five minutes; unknown_key –
 * sealed under a secret that is not configured; other_head – the chain is not the one of the head
 * that was given.
 */
export type ChainFault = (typeof chainFaults)[number]

export interface FirstBad {
  fault: ChainFault
  /** The place in the chain; null for a record that has none. */
  seq: number | null
  recordId: string | null
}

export interface ChainReport {
  firstBad: FirstBad | null
  /** Seals that were found good. */
  verified: number
  /**
   * The newest seal as `<seq>.<mac>`: kept elsewhere and given to a later run, it shows that
   * nothing was cut off the end.
   */
  head: string | null
}

/**
 * Walks the chain from its first seal, then looks for records without one, and names the first that
 * is bad. Reads in batches: memory does not grow with the trail. `expectedHead` is the `head` of an
 * earlier report.
 */
export async function verifyAuditChain(now: Date, expectedHead?: ChainHead): Promise<ChainReport> {
  const newest = await findChainHead(db())
  const walk = { seq: 0, mac: CHAIN_START, keys: knownSealKeys(), expectedHead }
  const upTo = String(newest?.seq ?? 0)
  let after = BEFORE_ALL_SEALS
  for (;;) {
    const seals = await listSeals({ after, upTo, limit: BATCH })
    for (const seal of seals) {
      const bad = step(walk, seal)
      if (bad) return report(walk, await withRecord(bad, now))
    }
    if (seals.length < BATCH) break
    after = seals.at(-1)!.seq
  }
  if (expectedHead && expectedHead.seq > walk.seq) {
    const cut: FirstBad = { fault: 'seal_missing', seq: walk.seq + 1, recordId: null }
    return report(walk, await withRecord(cut, now))
  }
  return report(walk, await firstOutside(now))
}

/** A place in the chain and the `mac` that stood there. */
export interface ChainHead {
  seq: number
  mac: Uint8Array
}

/** Reads a head as a report writes it; null when the text is none. */
export function readChainHead(text: string): ChainHead | null {
  const [, seq, mac] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(text) ?? []
  return seq && mac ? { seq: Number(seq), mac: Buffer.from(mac, 'base64url') } : null
}

interface Walk {
  /** The last seal that was found good. */
  seq: number
  mac: Uint8Array
  keys: Map<string, SealKey>
  expectedHead?: ChainHead
}

/** Judges one seal and steps onto it; what is wrong with it otherwise. */
function step(walk: Walk, seal: SealWithRecord): FirstBad | null {
  const seq = Number(seal.seq)
  const bad = (fault: ChainFault): FirstBad => ({ fault, seq, recordId: seal.record_id })
  if (seq > walk.seq + 1) return { fault: 'seal_missing', seq: walk.seq + 1, recordId: null }
  if (seq !== walk.seq + 1) return bad('order')
  const key = walk.keys.get(seal.key_id)?.bytes
  if (!key) return bad('unknown_key')
  if (seal.id === null) return bad('record_missing')
  if (!equalBytes(rowMac(key, seal as SealedRow), seal.row_mac)) return bad('changed')
  const { record_id: recordId, row_mac, sealed_at: sealedAt } = seal
  const mac = chainMac(key, { seq, recordId, rowMac: row_mac, sealedAt }, walk.mac)
  if (!equalBytes(mac, seal.mac)) return bad('order')
  if (walk.expectedHead?.seq === seq && !equalBytes(mac, walk.expectedHead.mac))
    return bad('other_head')
  walk.seq = seq
  walk.mac = mac
  return null
}

/**
 * A seal that is gone does not say whose it was: it is the record that has none now, if that is
 * still there.
 */
async function withRecord(bad: FirstBad, now: Date): Promise<FirstBad> {
  return bad.recordId ? bad : { ...bad, recordId: await firstUnsealed(now) }
}

/** What is wrong with the records that have no place in the chain. */
async function firstOutside(now: Date): Promise<FirstBad | null> {
  const gone = await findGoneUnsealed(db(), addSeconds(now, -SEALED_WITHIN_SECONDS))
  if (gone) return { fault: 'record_missing', seq: null, recordId: gone }
  const recordId = await firstUnsealed(now)
  return recordId ? { fault: 'unsealed', seq: null, recordId } : null
}

async function firstUnsealed(now: Date): Promise<string | null> {
  const early = addSeconds(now, -SEALED_WITHIN_SECONDS)
  const late = addSeconds(now, SEALED_WITHIN_SECONDS)
  let after = BEFORE_ALL_IDS
  for (;;) {
    const rows = await listWhetherSealed({ after, limit: BATCH })
    const found = rows.find(
      ({ sealed, occurred_at }) => !sealed && (occurred_at < early || occurred_at > late),
    )
    if (found) return found.id
    if (rows.length < BATCH) return null
    after = rows.at(-1)!.id
  }
}

function report({ seq, mac }: Walk, firstBad: FirstBad | null): ChainReport {
  const head = seq > 0 ? `${seq}.${Buffer.from(mac).toString('base64url')}` : null
  return { firstBad, verified: seq, head }
}
