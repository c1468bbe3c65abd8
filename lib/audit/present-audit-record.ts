import type { z } from 'zod'
import type { auditRecordResponse } from '@/lib/audit/audit.responses'
import type { AuditRow } from '@/lib/audit/audit.store'

/** A record as shown in lists, exports and pages. */
export type AuditRecord = z.output<typeof auditRecordResponse>

/** Converts a record field by field, with its time in RFC 3339. */
export function presentAuditRecord(row: AuditRow): AuditRecord {
  return {
    id: row.id,
    occurred_at: row.occurred_at.toISOString(),
    action: row.action,
    outcome: row.outcome,
    actor_id: row.actor_id,
    target_type: row.target_type,
    target_id: row.target_id,
    ip: row.ip,
    user_agent: row.user_agent,
    request_id: row.request_id,
    details: row.details,
  }
}
