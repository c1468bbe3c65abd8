import { type Anchor, listAnchors } from '@/lib/audit/audit-removal.store'
import {
  findChainHead,
  listSeals,
  type SealedRow,
  type SealWithRecord,
} from '@/lib/audit/audit-seal.store'
import type { ChainFault, FirstBad } from '@/lib/audit/audit.responses'
import { type BeforeBatch, firstOutside, firstUnsealed } from '@/lib/audit/find-unsealed'
import {
  anchorMac,
  CHAIN_START,
  chainMac,
  isErased,
  knownSealKeys,
  personalDigest,
  resealMac,
  rowMac,
  type SealKey,
  wholeRowMac,
} from '@/lib/audit/seal-macs'
import { clockFrom } from '@/lib/platform/clock'
import { equalBytes } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { timeOfId } from '@/lib/platform/ids'

const BATCH = 1000
export const BEFORE_ALL_SEALS = '-9223372036854775808'

/** Records that AUDIT_REMOVE_AFTER removed, as their anchors say. */
export interface RemovedMonth {
  /** The record that states the removal. */
  recordId: string
  removedAt: Date
  /** All of them were written before. */
  before: Date
  records: number
}

export interface ChainReport {
  firstBad: FirstBad | null
  /** The number of valid seals. */
  verified: number
  /** How many of these records had their personal values erased. */
  erased: number
  /** What was removed, in the order of the chain. It is not part of `verified`. */
  removed: RemovedMonth[]
  /**
   * The newest seal as `<seq>.<mac>`. Stored elsewhere and passed to a later run, it proves that
   * nothing was cut off the end.
   */
  head: string | null
}

/**
 * Verifies the chain from its first seal or anchor, then looks for records without a seal, and
 * reports the first fault. Reads in batches, so memory doesn't grow with the trail. `expectedHead`
 * is the `head` of an earlier report. `now` is when it begins: a long trail takes minutes.
 * `beforeBatch` is called before each batch is read, and ends the work by throwing.
 */
export async function verifyAuditChain(
  now: Date,
  expectedHead?: ChainHead,
  beforeBatch: BeforeBatch = async () => {},
): Promise<ChainReport> {
  const clock = clockFrom(now)
  const newest = await findChainHead(db())
  const anchors = await listAnchors(db())
  const walk = startWalk(expectedHead, anchors)
  const bad = (await walkChain(walk, newest?.seq ?? 0, { beforeBatch })) ?? missingEnd(walk)
  if (!bad) return reportOf(walk, await firstOutside(clock, beforeBatch))
  // A month was removed meanwhile: what the walk missed may be in it.
  if ((await listAnchors(db())).length !== anchors.length)
    return verifyAuditChain(clock(), expectedHead, beforeBatch)
  return reportOf(walk, await withRecord(bad, () => firstUnsealed(clock, beforeBatch)))
}

/** Verifies the seals and anchors up to a place; returns the first fault. Passes on valid seals. */
export async function walkChain(
  walk: Walk,
  upTo: number,
  on: { seal?: (seal: SealWithRecord) => void; beforeBatch?: BeforeBatch } = {},
): Promise<FirstBad | null> {
  for (;;) {
    await on.beforeBatch?.()
    const bad = passAnchors(walk)
    if (bad) return bad
    const [anchor] = walk.anchors
    const end = anchor ? Math.min(Number(anchor.firstSeq) - 1, upTo) : upTo
    const after = walk.seq > 0 ? String(walk.seq) : BEFORE_ALL_SEALS
    const seals = await listSeals({ after, upTo: String(end), limit: BATCH })
    for (const seal of seals) {
      const fault = verifySeal(walk, seal)
      if (fault) return fault.fault === 'record_missing' ? withRange(fault, upTo) : fault
      on.seal?.(seal)
    }
    if (seals.length === BATCH) continue
    if (end === upTo) return null
    if (walk.seq < end) return missingPlaces(walk, end)
  }
}

/** Advances over the anchors that follow the walk; returns the fault of the first invalid one. */
function passAnchors(walk: Walk): FirstBad | null {
  for (;;) {
    const [anchor] = walk.anchors
    if (!anchor || Number(anchor.firstSeq) > walk.seq + 1) return null
    walk.anchors.shift()
    const bad = passAnchor(walk, anchor)
    if (bad) return bad
  }
}

/** Advances over one anchor; returns its fault otherwise. */
export function passAnchor(walk: Walk, anchor: Anchor): FirstBad | null {
  const [seq, lastSeq] = [Number(anchor.firstSeq), Number(anchor.lastSeq)]
  const bad = (fault: ChainFault): FirstBad => ({ fault, seq, recordId: null, lastSeq })
  if (seq > walk.seq + 1) return missingPlaces(walk, seq - 1)
  const key = walk.keys.get(anchor.keyId)?.bytes
  if (!key) return bad('unknown_key')
  // Nothing from after its removal can have been removed.
  const fits =
    seq === walk.seq + 1 &&
    equalBytes(anchor.previousMac, walk.mac) &&
    timeOfId(anchor.idsTo) <= anchor.removedAt
  if (!fits || !equalBytes(anchorMac(key, anchor), anchor.mac)) return bad('anchor')
  const expected = walk.expectedHead
  if (expected && expected.seq >= seq && expected.seq < lastSeq) return bad('head_removed')
  if (expected?.seq === lastSeq && !equalBytes(expected.mac, anchor.lastMac))
    return bad('other_head')
  walk.seq = lastSeq
  walk.mac = anchor.lastMac
  noteRemoved(walk.removed, anchor)
  return null
}

function noteRemoved(removed: RemovedMonth[], anchor: Anchor): void {
  const { recordId, removedAt, idsTo, firstSeq, lastSeq } = anchor
  const records = Number(lastSeq - firstSeq) + 1
  const known = removed.find((month) => month.recordId === recordId)
  if (known) known.records += records
  else removed.push({ recordId, removedAt, before: timeOfId(idsTo), records })
}

function missingPlaces({ seq }: Walk, lastSeq: number): FirstBad {
  const first: FirstBad = { fault: 'seal_missing', seq: seq + 1, recordId: null }
  return lastSeq > seq + 1 ? { ...first, lastSeq } : first
}

/** How far the records are missing: all of a month, if it was detached. */
async function withRange(bad: FirstBad, upTo: number): Promise<FirstBad> {
  let lastSeq = bad.seq!
  for (;;) {
    const by = { after: String(lastSeq), upTo: String(upTo), limit: BATCH }
    const seals = await listSeals(by)
    const next = seals.findIndex(({ id }) => id !== null)
    lastSeq += next === -1 ? seals.length : next
    if (next !== -1 || seals.length < BATCH) break
  }
  return lastSeq > bad.seq! ? { ...bad, lastSeq } : bad
}

/** A place in the chain and the `mac` at that place. */
export interface ChainHead {
  seq: number
  mac: Uint8Array
}

/** Parses a head as written in a report; null if the text isn't one. */
export function readChainHead(text: string): ChainHead | null {
  const [, seq, mac] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(text) ?? []
  return seq && mac ? { seq: Number(seq), mac: Buffer.from(mac, 'base64url') } : null
}

/** How far a chain was verified. */
export interface Walk {
  /** The last valid seal. */
  seq: number
  mac: Uint8Array
  erased: number
  removed: RemovedMonth[]
  keys: Map<string, SealKey>
  expectedHead?: ChainHead
  /** The anchors that the walk has not reached yet, in order. */
  anchors: Anchor[]
}

/** A walk before its first seal. */
export function startWalk(expectedHead?: ChainHead, anchors: readonly Anchor[] = []): Walk {
  const keys = knownSealKeys()
  return {
    seq: 0,
    erased: 0,
    removed: [],
    mac: CHAIN_START,
    keys,
    expectedHead,
    anchors: [...anchors],
  }
}

/** Verifies one seal and advances to it; returns its fault otherwise. */
export function verifySeal(walk: Walk, seal: SealWithRecord): FirstBad | null {
  const seq = Number(seal.seq)
  const bad = (fault: ChainFault): FirstBad => ({ fault, seq, recordId: seal.record_id })
  if (seq > walk.seq + 1) return missingPlaces(walk, seq - 1)
  if (seq !== walk.seq + 1) return bad('order')
  const key = walk.keys.get(seal.key_id)?.bytes
  if (!key) return bad('unknown_key')
  if (seal.id === null) return bad('record_missing')
  const fault = contentFault(walk.keys, key, seal)
  if (fault) return bad(fault)
  const { record_id: recordId, row_mac, sealed_at: sealedAt } = seal
  const mac = chainMac(key, { seq, recordId, rowMac: row_mac, sealedAt }, walk.mac)
  if (!equalBytes(mac, seal.mac)) return bad('order')
  if (walk.expectedHead?.seq === seq && !equalBytes(mac, walk.expectedHead.mac))
    return bad('other_head')
  walk.seq = seq
  walk.mac = mac
  if (isErased(seal as SealedRow)) walk.erased++
  return null
}

/** Compares a record with its seal; `key` is that of the seal. */
function contentFault(
  keys: Walk['keys'],
  key: Uint8Array,
  seal: SealWithRecord,
): ChainFault | null {
  const row = seal as SealedRow
  if (!seal.personal_digest && !isErased(row))
    return equalBytes(wholeRowMac(key, row), seal.row_mac) ? null : 'changed'
  const fault = seal.personal_digest
    ? compare(rowMac(key, row, seal.personal_digest), seal.row_mac)
    : resealFault(keys, seal)
  if (fault) return fault
  if (isErased(row)) return seal.erasure_known ? null : 'erased'
  if (!seal.salt) return 'erased'
  return compare(personalDigest(seal.salt, row), seal.personal_digest!)
}

/** An erased record that was first sealed over its values has a second seal over their digest. */
function resealFault(keys: Walk['keys'], seal: SealWithRecord): ChainFault | null {
  const { seq, row_mac, reseal_mac: mac, reseal_digest: digest } = seal
  if (!mac || !digest) return 'changed'
  const key = keys.get(seal.reseal_key_id!)?.bytes
  if (!key) return 'unknown_key'
  const of = { seq: Number(seq), rowMac: row_mac, personalDigest: digest }
  return compare(resealMac(key, seal as SealedRow, of), mac)
}

const compare = (expected: Uint8Array, actual: Uint8Array): ChainFault | null =>
  equalBytes(expected, actual) ? null : 'changed'

/** After the last seal: the fault if the chain is shorter than it was. */
export function missingEnd({ seq, expectedHead }: Walk): FirstBad | null {
  if (!expectedHead || expectedHead.seq <= seq) return null
  return { fault: 'seal_missing', seq: seq + 1, recordId: null }
}

/**
 * A missing seal doesn't say which record it belonged to: it is the record that has none now, if
 * that still exists.
 */
async function withRecord(
  bad: FirstBad,
  findUnsealed: () => Promise<string | null>,
): Promise<FirstBad> {
  return bad.recordId ? bad : { ...bad, recordId: await findUnsealed() }
}

export function reportOf(walk: Walk, firstBad: FirstBad | null): ChainReport {
  const { seq, mac, erased, removed } = walk
  const gone = removed.reduce((sum, { records }) => sum + records, 0)
  return {
    firstBad,
    verified: seq - gone,
    erased,
    removed,
    head: seq > 0 ? headOf({ seq, mac }) : null,
  }
}

/** A head as `readChainHead` parses it. */
export function headOf({ seq, mac }: ChainHead): string {
  return `${seq}.${Buffer.from(mac).toString('base64url')}`
}
