import { z } from 'zod'
import { AUDIT_OUTCOMES } from '@/lib/audit/audit.schemas'
import type { AuditRow } from '@/lib/audit/audit.store'
import { instant } from '@/lib/platform/instant'

/** A record as shown to the user it concerns. */
export const ownAuditRecordResponse = z
  .strictObject({
    id: z.uuid(),
    occurred_at: instant,
    action: z.string(),
    outcome: z.enum(AUDIT_OUTCOMES),
    actor: z.enum(['you', 'somebody_else', 'nobody_signed_in']),
    target: z.enum(['you', 'your_session', 'something_else']).nullable(),
    ip: z.string().nullable().describe('Only for your own actions'),
    user_agent: z.string().nullable(),
    details: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'OwnAuditRecord' })

export type OwnAuditRecord = z.output<typeof ownAuditRecordResponse>

/**
 * Converts a record for its actor or its target. Leaves out everything about others: who else acted
 * and from where, and on whom or what else the user acted, with which details.
 */
export function presentOwnRecord(row: AuditRow, userId: string): OwnAuditRecord {
  const mine = row.actor_id === userId
  const target = targetOf(row, userId)
  return {
    id: row.id,
    occurred_at: row.occurred_at.toISOString(),
    action: row.action,
    outcome: row.outcome,
    actor: mine ? 'you' : row.actor_id ? 'somebody_else' : 'nobody_signed_in',
    target,
    ip: mine ? row.ip : null,
    user_agent: mine ? row.user_agent : null,
    details: target === 'you' || target === 'your_session' ? row.details : null,
  }
}

function targetOf(row: AuditRow, userId: string): OwnAuditRecord['target'] {
  if (row.target_id === userId) return 'you'
  // Only actions on one's own session have a session as target; actions on another user's sessions
  // have the user.
  if (row.target_type === 'session' && row.actor_id === userId) return 'your_session'
  return row.target_type === null ? null : 'something_else'
}
