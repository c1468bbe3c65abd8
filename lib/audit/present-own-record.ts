import type { AuditRow } from '@/lib/audit/audit-list.store'

/** A record as the person whom it concerns gets it. */
export interface OwnAuditRecord {
  id: string
  occurred_at: string
  action: string
  outcome: string
  actor: 'you' | 'somebody_else' | 'nobody_signed_in'
  target: 'you' | 'your_session' | 'something_else' | null
  ip: string | null
  user_agent: string | null
  details: Record<string, unknown> | null
}

/**
 * Shows a record to the person who acted or whom it is about. Nothing of others goes along: who else acted and from where, and on whom or
 * what else the person acted with what in it, is left out.
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
  // Only one's own sessions are acted on as sessions; those of others by way of the user.
  if (row.target_type === 'session' && row.actor_id === userId) return 'your_session'
  return row.target_type === null ? null : 'something_else'
}
