import { listAuditRows, type AuditRow } from '@/lib/audit/audit-list.store'
import type { AuditFilters } from '@/lib/audit/audit.schemas'
import { presentAuditRecord, type AuditRecord } from '@/lib/audit/present-audit-record'
import { resolveAuditFilters } from '@/lib/audit/resolve-audit-filters'
import { listPage, type PageRequest } from '@/lib/platform/list-page'
import type { Outcome } from '@/lib/platform/problems'

const AUDIT = {
  name: 'audit',
  placeOf: ({ occurred_at, id }: AuditRow) => [occurred_at.toISOString(), id],
}

/** One page of the audit trail, newest first. */
export async function listAuditRecords(
  filters: AuditFilters,
  page: PageRequest,
): Promise<Outcome<{ records: AuditRecord[]; nextCursor: string | null }>> {
  const listed = await listPage(AUDIT, page, async ({ after, limit }) => {
    const conditions = await resolveAuditFilters(filters)
    if (!conditions) return []
    const place = after && { occurredAt: new Date(after[0]!), id: after[1]! }
    return listAuditRows(conditions, { limit, after: place })
  })
  if (!listed.ok) return listed
  return { ok: true, records: listed.rows.map(presentAuditRecord), nextCursor: listed.nextCursor }
}
