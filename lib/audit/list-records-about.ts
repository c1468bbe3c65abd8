import { listAuditRows, type AuditRow } from '@/lib/audit/audit-list.store'
import { presentAuditRecord, type AuditRecord } from '@/lib/audit/present-audit-record'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'

/**
 * The newest records in which a user is the one who acted or the one acted on, each once; needs `audit:list`. Reads two ranges of two
 * indexes, each as far as the answer can reach.
 */
export async function listRecordsAbout(
  actor: Principal,
  by: { userId: string; limit: number },
): Promise<Outcome<{ records: AuditRecord[] }>> {
  if (!can(actor, 'audit:list'))
    return refuse('insufficient_permission', { requiredPermission: 'audit:list' })
  const page = { limit: by.limit, after: null }
  const found = await Promise.all([
    listAuditRows({ actorId: by.userId }, page),
    listAuditRows({ targetId: by.userId }, page),
  ])
  const rows = new Map(found.flat().map((row) => [row.id, row]))
  return {
    ok: true,
    records: [...rows.values()].sort(newestFirst).slice(0, by.limit).map(presentAuditRecord),
  }
}

function newestFirst(a: AuditRow, b: AuditRow): number {
  return b.occurred_at.getTime() - a.occurred_at.getTime() || (a.id < b.id ? 1 : -1)
}
