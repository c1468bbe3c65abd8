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

/** One page of the audit trail, newest first. With `grouped`, and where the filters admit it, an import is one entry: its start. */
export async function listAuditRecords(
  filters: AuditFilters,
  page: PageRequest & { grouped?: boolean },
): Promise<Outcome<{ records: AuditRecord[]; nextCursor: string | null }>> {
  const { grouped = false, ...request } = page
  const listed = await listPage(AUDIT, request, async ({ after, limit }) => {
    const conditions = await resolveAuditFilters(filters)
    if (!conditions) return []
    const place = after && { occurredAt: new Date(after[0]!), id: after[1]! }
    const by = { ...conditions, grouped: grouped && admitsGroups(filters) }
    return listAuditRows(by, { limit, after: place })
  })
  if (!listed.ok) return listed
  return { ok: true, records: listed.rows.map(presentAuditRecord), nextCursor: listed.nextCursor }
}

/**
 * Whether a list by these filters may show an import as one entry. Not where somebody looks for single records, whose import may not
 * match the filters itself.
 */
export function admitsGroups({ actor: _actor, from: _from, to: _to, ...single }: AuditFilters): boolean {
  return Object.values(single).every((value) => value === undefined)
}
