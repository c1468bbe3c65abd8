import { z } from 'zod'
import type { FirstBad } from '@/lib/audit/audit.responses'
import type { Anchor } from '@/lib/audit/audit-removal.store'
import type { SealWithRecord } from '@/lib/audit/audit-seal.store'
import { FileErasures } from '@/lib/audit/file-erasures'
import { lacksSeal } from '@/lib/audit/find-unsealed'
import {
  type ChainHead,
  type ChainReport,
  missingEnd,
  passAnchor,
  reportOf,
  startWalk,
  verifySeal,
  type Walk,
} from '@/lib/audit/verify-audit-chain'
import { instant } from '@/lib/platform/instant'
import { type Outcome, refuse } from '@/lib/platform/problems'

const time = instant.transform((text) => new Date(text))
/** An infinite one is no date, and so fits no seal. */
const recordTime = time.or(z.enum(['Infinity', '-Infinity']).transform(() => new Date(Number.NaN)))
const bytes = z.base64url().transform((text) => Buffer.from(text, 'base64url'))
const text = z.string().nullable()

const header = z.object({
  format: z.literal('gatehouse-audit'),
  version: z.literal(1),
  exported_at: time,
})
const seal = z.object({
  seq: z.int(),
  row_mac: bytes,
  mac: bytes,
  key_id: z.string(),
  sealed_at: time,
  personal_digest: bytes.nullable(),
  salt: bytes.nullable(),
  second: z.object({ mac: bytes, digest: bytes, key_id: z.string() }).nullable(),
})
const record = z.object({
  id: z.string(),
  occurred_at: recordTime,
  action: z.string(),
  outcome: z.string(),
  actor_id: text,
  target_type: text,
  target_id: text,
  ip: text,
  user_agent: text,
  request_id: text,
  details: z.string(),
  seal: seal.nullable(),
})
const deleted = z.object({ id: z.null(), record_id: z.string(), seal })
const anchor = z
  .object({
    first_seq: z.int(),
    last_seq: z.int(),
    previous_mac: bytes,
    last_mac: bytes,
    ids_from: z.string(),
    ids_to: z.string(),
    record_id: z.string(),
    removed_at: time,
    key_id: z.string(),
    mac: bytes,
  })
  .transform((read): Anchor => ({
    firstSeq: BigInt(read.first_seq),
    lastSeq: BigInt(read.last_seq),
    previousMac: read.previous_mac,
    lastMac: read.last_mac,
    idsFrom: read.ids_from,
    idsTo: read.ids_to,
    recordId: read.record_id,
    removedAt: read.removed_at,
    keyId: read.key_id,
    mac: read.mac,
  }))
const anchored = z.object({ anchor })
const end = z.object({
  end: z.literal(true),
  records: z.int(),
  head: text,
  /** Not in exports of earlier versions. */
  ended_at: time.optional(),
})
const anyLine = z.union([record, deleted, anchored, end])

interface Reading extends Walk {
  exportedAt: Date
  records: number
  ended: boolean
  erasures: FileErasures
  /** Of the records without a seal. */
  oldest: Waiting | null
  newest: Waiting | null
}

type Waiting = Pick<z.output<typeof record>, 'id' | 'occurred_at'>

/**
 * Verifies an export of `exportAuditChain` with the configured secrets, as `verifyAuditChain` does
 * in the database. Memory grows only with erasures. Refuses what is not a complete export.
 */
export async function verifyAuditFile(
  lines: AsyncIterable<string>,
  expectedHead?: ChainHead,
): Promise<Outcome<{ report: ChainReport }>> {
  let reading: Reading | null = null
  let number = 0
  for await (const text of lines) {
    number += 1
    if (!reading) {
      const { data } = header.safeParse(json(text))
      if (!data) return broken('This is not an export of gatehousectl audit export.')
      const walk = startWalk(expectedHead)
      reading = {
        ...walk,
        exportedAt: data.exported_at,
        records: 0,
        ended: false,
        erasures: new FileErasures(),
        oldest: null,
        newest: null,
      }
      continue
    }
    const { data } = anyLine.safeParse(json(text))
    if (!data || reading.ended) return broken(`Line ${number} cannot be read.`)
    const bad = readLine(reading, data)
    if (bad) return { ok: true, report: reportOf(reading, bad) }
  }
  if (!reading?.ended) return broken('The file is truncated: its last line is missing.')
  return { ok: true, report: reportOf(reading, missingEnd(reading)) }
}

function readLine(reading: Reading, data: z.output<typeof anyLine>): FirstBad | null {
  if ('end' in data) return readEnd(reading, data)
  if ('anchor' in data) return passAnchor(reading, data.anchor)
  reading.records += 1
  if (data.id === null) return verifySeal(reading, toRow(data, data.seal))
  return data.seal ? readSealed(reading, data, data.seal) : readWaiting(reading, data)
}

function readSealed(
  reading: Reading,
  row: z.output<typeof record>,
  place: z.output<typeof seal>,
): FirstBad | null {
  const bad = reading.erasures.pass(row, place.seq) ?? verifySeal(reading, toRow(row, place))
  return bad || row.action !== 'audit.erased' ? bad : reading.erasures.found(row)
}

/** Whether it lacks its seal is known at the end: records are written during the export. */
function readWaiting(reading: Reading, { id, occurred_at: at }: Waiting): FirstBad | null {
  const { oldest, newest } = reading
  if (Number.isNaN(at.getTime())) return { fault: 'unsealed', seq: null, recordId: id }
  if (!oldest || at < oldest.occurred_at) reading.oldest = { id, occurred_at: at }
  if (!newest || at > newest.occurred_at) reading.newest = { id, occurred_at: at }
  return null
}

function readEnd(reading: Reading, data: z.output<typeof end>): FirstBad | null {
  reading.ended = true
  const { exportedAt, oldest, newest } = reading
  const { head } = reportOf(reading, null)
  if (data.records !== reading.records || data.head !== head)
    return { fault: 'seal_missing', seq: reading.seq + 1, recordId: null }
  const endedAt = data.ended_at ?? exportedAt
  const unsealed = [oldest, newest].find(
    (waiting) => waiting && lacksSeal(waiting.occurred_at, exportedAt, endedAt),
  )
  if (unsealed) return { fault: 'unsealed', seq: null, recordId: unsealed.id }
  return reading.erasures.firstUnknown()
}

const NO_RECORD = {
  id: null,
  occurred_at: null,
  action: null,
  outcome: null,
  actor_id: null,
  target_type: null,
  target_id: null,
  ip: null,
  user_agent: null,
  request_id: null,
  details: null,
}

function toRow(
  data: z.output<typeof record> | z.output<typeof deleted>,
  { seq, second, ...rest }: z.output<typeof seal>,
): SealWithRecord {
  const position = {
    ...rest,
    seq: String(seq),
    reseal_mac: second?.mac ?? null,
    reseal_digest: second?.digest ?? null,
    reseal_key_id: second?.key_id ?? null,
    // Checked here, because the record of the erasure is usually later in the file.
    erasure_known: true,
  }
  if (data.id === null) return { ...NO_RECORD, ...position, record_id: data.record_id }
  return { ...data, ...position, record_id: data.id }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function broken(detail: string) {
  return refuse('validation_failed', { detail })
}
