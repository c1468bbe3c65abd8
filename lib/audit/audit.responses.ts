import { z } from 'zod'
import { AUDIT_OUTCOMES } from '@/lib/audit/audit.schemas'
import { instant } from '@/lib/platform/instant'

/** An audit record as the API shows it. */
export const auditRecordResponse = z
  .strictObject({
    id: z.uuid(),
    occurred_at: instant,
    action: z.string(),
    outcome: z.enum(AUDIT_OUTCOMES),
    actor_id: z.uuid().nullable(),
    target_type: z.string().nullable(),
    target_id: z.string().nullable(),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    request_id: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditRecord' })

/**
 * What is wrong with a place in the chain:
 * - changed: the record differs from what was sealed
 * - record_missing: the record was deleted
 * - seal_missing: the seal of that place was deleted
 * - order: the seal does not follow the previous one
 * - unsealed: a record has had no seal for ten minutes
 * - unknown_key: sealed with a secret that isn't configured
 * - other_head: the chain doesn't contain the given head
 * - erased: the personal values or their salt are gone, and no erasure says so
 * - anchor: what stands for removed records is forged or belongs to another place
 * - head_removed: the given head is inside a part that was removed, so nothing can be compared
 */
export const chainFaults = [
  'changed',
  'record_missing',
  'seal_missing',
  'order',
  'unsealed',
  'unknown_key',
  'other_head',
  'erased',
  'anchor',
  'head_removed',
] as const
export type ChainFault = (typeof chainFaults)[number]

export interface FirstBad {
  fault: ChainFault
  /** The place in the chain; null for a record that has none. */
  seq: number | null
  recordId: string | null
  /** The last place if a range of places is missing. */
  lastSeq?: number
}

/** The result of verifying the chain of seals. */
export const chainReportResponse = z
  .strictObject({
    intact: z.boolean(),
    verified: z.int().describe('Number of valid seals'),
    erased: z
      .int()
      .describe('How many of these records had their address, user agent, and details erased'),
    removed: z.int().describe('Number of records that AUDIT_REMOVE_AFTER removed'),
    head: z
      .string()
      .nullable()
      .meta({ examples: ['42.9f86d081884c7d65'] })
      .describe(
        'The newest valid seal. Store it elsewhere and send it back as `head` to detect truncation',
      ),
    first_bad: z
      .strictObject({
        fault: z.enum(chainFaults),
        seq: z.int().nullable(),
        last_seq: z.int().nullable().describe('The last place, if a range of places is missing'),
        record_id: z.uuid().nullable(),
      })
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: 'AuditVerification' })

/** A fault as the API and gatehousectl report it. */
export function presentFirstBad(
  bad: FirstBad | null,
): z.output<typeof chainReportResponse>['first_bad'] {
  return (
    bad && {
      fault: bad.fault,
      seq: bad.seq,
      last_seq: bad.lastSeq ?? null,
      record_id: bad.recordId,
    }
  )
}
