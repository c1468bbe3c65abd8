import { auditFilterQuery, type AuditFilters } from '@/lib/audit/audit.schemas'
import { pageAddress } from '@/lib/web/page-address'
import { readFilters, type ReadFilters } from '@/lib/web/read-filters'

/** The filters of the audit page. */
export const auditFilterNames = ['actor', 'action', 'target', 'ip', 'import', 'from', 'to'] as const

export type AuditFilterName = (typeof auditFilterNames)[number]

export type AuditQuery = ReadFilters<AuditFilterName, AuditFilters>

/** Reads the filters of the audit page from its address; `get` returns one parameter. */
export function readAuditQuery(get: (name: string) => string | null): AuditQuery {
  return readFilters(auditFilterNames, auditFilterQuery.shape, get)
}

/** The address of the audit page, or of its export, with these filters and other parameters. */
export function auditAddress(
  typed: AuditQuery['typed'],
  extra: Record<string, string | null> = {},
  path = '/dashboard/audit',
): string {
  return pageAddress(path, { ...typed, ...extra })
}
