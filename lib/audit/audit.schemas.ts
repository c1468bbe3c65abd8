import { z } from 'zod'
import { isId } from '@/lib/platform/ids'
import { instantField } from '@/lib/platform/input-fields'
import { canonicalAddress } from '@/lib/platform/ip-address'

/** The filters of an audit list or export; omitted ones don't restrict it. */
export const auditFilterQuery = z.object({
  actor: z
    .string()
    .max(320, { error: 'too_long' })
    .transform((text) => text.trim().toLowerCase())
    .refine((text) => isId(text) || /^[^\p{Cc}@]+@[^\p{Cc}@]+$/u.test(text), { error: 'invalid' })
    .optional()
    .describe('The actor: a user’s ID or email address'),
  action: z
    .string()
    .max(100, { error: 'too_long' })
    .regex(/^[a-z0-9_]+(?:\.\*|(?:\.[a-z0-9_]+)*)$/, { error: 'invalid' })
    .optional()
    .describe('An action such as session.created, or a group such as session.*'),
  target: z
    .string()
    .min(1, { error: 'required' })
    .max(200, { error: 'too_long' })
    .regex(/^\P{Cc}+$/u, { error: 'invalid_characters' })
    // Recorded ids are lowercase.
    .transform((text) => (isId(text) ? text.toLowerCase() : text))
    .optional()
    .describe('The ID of the target'),
  ip: z
    .string()
    .max(45, { error: 'too_long' })
    // Accepts any spelling; records have the canonical one.
    .transform((text) => canonicalAddress(text) ?? '')
    .refine((ip) => ip !== '', { error: 'invalid' })
    .optional()
    .describe('The IP address of the request'),
  import: z
    .uuid({ error: 'invalid' })
    .transform((id) => id.toLowerCase())
    .optional()
    .describe('The ID of a user import: the users it created'),
  from: instantField.optional().describe('At or after this time (RFC 3339)'),
  to: instantField.optional().describe('Before this time (RFC 3339)'),
})

export type AuditFilters = z.output<typeof auditFilterQuery>

export const auditExportFormat = z.enum(['csv', 'ndjson'])

export type AuditExportFormat = z.output<typeof auditExportFormat>

export const AUDIT_OUTCOMES = ['ok', 'refused'] as const

export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

/** An audit record as the API shows it. */
export const auditRecordResponse = z
  .strictObject({
    id: z.uuid(),
    occurred_at: z.iso.datetime(),
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
 * - unsealed: a record has had no seal for five minutes
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
