import { z } from 'zod'
import { normalizeEmail } from '@/lib/config/email-address'
import { isId } from '@/lib/platform/ids'
import { instantField } from '@/lib/platform/input-fields'
import { canonicalAddress } from '@/lib/platform/ip-address'

/** The filters of an audit list or export; omitted ones don't restrict it. */
export const auditFilterQuery = z.object({
  actor: z
    .string()
    .max(320, { error: 'too_long' })
    .transform(normalizeEmail)
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
