import { setTimeout } from 'node:timers/promises'
import { type Anchor, listAnchors } from '@/lib/audit/audit-removal.store'
import {
  listSeals,
  listWaiting,
  type SealedRow,
  type SealWithRecord,
} from '@/lib/audit/audit-seal.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { erasureOf, timeText } from '@/lib/audit/seal-macs'
import { BEFORE_ALL_SEALS, headOf } from '@/lib/audit/verify-audit-chain'
import { clockFrom } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { Actor, RequestContext } from '@/lib/platform/request-context'

const BATCH = 500
const AFTER_ALL_SEALS = '9223372036854775807'
/** Sealing takes seven seconds. If nothing seals, the export ends without the seals of erasures. */
const PAUSE_MS = 500
const PAUSES = 60

/** What an export contained, once it has ended. */
export interface ExportedChain {
  records: number
  /** The newest seal; null before the first. */
  head: string | null
}

/** How far an export has come. */
interface Exporting {
  /** The last place in the chain. */
  seq: string
  /** The anchors after that place. */
  anchors: Anchor[]
  /** The erasures in the file, and those that records in it name but that are not in it yet. */
  erasures: { known: Set<string>; expected: Set<string> }
  done: ExportedChain
}

/** The record of a line. The details are text, because the seal covers exactly this text. */
type Line = Omit<SealedRow, 'occurred_at'> & { occurred_at: string; seal: SealLine | null }

interface SealLine {
  seq: number
  row_mac: string
  mac: string
  key_id: string
  sealed_at: string
  personal_digest: string | null
  salt: string | null
  second: { mac: string; digest: string; key_id: string } | null
}

/**
 * The audit trail as JSON Lines that `verifyAuditFile` can verify without the database: a line
 * about the file, all sealed records and anchors in the order of the chain, those that wait for
 * their seal, and a last line, without which the file is truncated. Reads in batches. The export is
 * audited first.
 */
export async function* exportAuditChain(
  actor: Pick<Actor, 'userId'>,
  ctx: RequestContext,
): AsyncGenerator<string, ExportedChain> {
  const clock = clockFrom(ctx.now)
  await recordAudit(db(), ctx, {
    action: 'audit.exported',
    outcome: 'ok',
    actorId: actor.userId,
    details: { format: 'chain' },
  })
  yield line({ format: 'gatehouse-audit', version: 1, exported_at: ctx.now.toISOString() })
  const done: ExportedChain = { records: 0, head: null }
  const anchors = await listAnchors(db())
  const exporting: Exporting = {
    seq: BEFORE_ALL_SEALS,
    anchors: [...anchors],
    erasures: { known: new Set(), expected: new Set() },
    done,
  }
  yield* sealed(exporting)
  yield* waiting(done)
  // What was sealed meanwhile may have been missed on the waiting list.
  yield* sealed(exporting)
  // An erasure without its seal proves nothing.
  for (let n = 0; exporting.erasures.expected.size > 0 && n < PAUSES; n++) {
    await setTimeout(PAUSE_MS)
    yield* sealed(exporting)
  }
  if ((await listAnchors(db())).length !== anchors.length)
    throw new Error('a month was removed during the export: export again')
  yield line({ end: true, ...done, ended_at: clock().toISOString() })
  return done
}

async function* sealed(exporting: Exporting): AsyncGenerator<string> {
  const { anchors, done } = exporting
  for (;;) {
    const end = anchors[0] ? String(anchors[0].firstSeq - 1n) : AFTER_ALL_SEALS
    const seals = await listSeals({ after: exporting.seq, upTo: end, limit: BATCH })
    const last = seals.at(-1)
    if (!last) {
      const anchor = anchors.shift()
      if (!anchor) return
      exporting.seq = String(anchor.lastSeq)
      done.head = headOf({ seq: Number(anchor.lastSeq), mac: anchor.lastMac })
      yield line(anchorLine(anchor))
      continue
    }
    exporting.seq = last.seq
    done.records += seals.length
    done.head = headOf({ seq: Number(last.seq), mac: last.mac })
    for (const seal of seals) noteErasure(exporting.erasures, seal)
    yield seals.map((seal) => line(sealedLine(seal))).join('')
    if (seals.length < BATCH && anchors.length === 0) return
  }
}

function noteErasure({ known, expected }: Exporting['erasures'], row: SealWithRecord): void {
  if (row.action === 'audit.erased') {
    known.add(row.record_id)
    expected.delete(row.record_id)
    return
  }
  const erasure = row.id === null ? null : erasureOf(row as SealedRow)
  if (erasure !== null && !known.has(erasure)) expected.add(erasure)
}

async function* waiting(done: ExportedChain): AsyncGenerator<string> {
  let after: { occurred_at: Date; id: string } | null = null
  for (;;) {
    const rows: SealedRow[] = await listWaiting({ after, limit: BATCH })
    const last = rows.at(-1)
    if (!last) return
    after = last
    done.records += rows.length
    yield rows.map((row) => line(recordLine(row, null))).join('')
    if (rows.length < BATCH) return
  }
}

/** What a verification passes in place of removed records. */
function anchorLine(anchor: Anchor): object {
  return {
    anchor: {
      first_seq: Number(anchor.firstSeq),
      last_seq: Number(anchor.lastSeq),
      previous_mac: base64url(anchor.previousMac),
      last_mac: base64url(anchor.lastMac),
      ids_from: anchor.idsFrom,
      ids_to: anchor.idsTo,
      record_id: anchor.recordId,
      removed_at: anchor.removedAt.toISOString(),
      key_id: anchor.keyId,
      mac: base64url(anchor.mac),
    },
  }
}

function sealedLine(row: SealWithRecord): object {
  const seal = sealLine(row)
  // A record that was deleted is exported as what is left of it, which is what a verification
  // finds.
  return row.id === null
    ? { id: null, record_id: row.record_id, seal }
    : recordLine(row as SealedRow, seal)
}

function sealLine(row: SealWithRecord): SealLine {
  const { reseal_mac: mac, reseal_digest: digest, reseal_key_id: keyId } = row
  return {
    seq: Number(row.seq),
    row_mac: base64url(row.row_mac),
    mac: base64url(row.mac),
    key_id: row.key_id,
    sealed_at: row.sealed_at.toISOString(),
    personal_digest: row.personal_digest && base64url(row.personal_digest),
    salt: row.salt && base64url(row.salt),
    second:
      mac && digest && keyId
        ? { mac: base64url(mac), digest: base64url(digest), key_id: keyId }
        : null,
  }
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

function recordLine(row: SealedRow, seal: SealLine | null): Line {
  return {
    id: row.id,
    occurred_at: timeText(row.occurred_at),
    action: row.action,
    outcome: row.outcome,
    actor_id: row.actor_id,
    target_type: row.target_type,
    target_id: row.target_id,
    ip: row.ip,
    user_agent: row.user_agent,
    request_id: row.request_id,
    details: row.details,
    seal,
  }
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`
}
