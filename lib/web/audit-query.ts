import { auditFilterQuery } from '@/lib/audit/audit.schemas'
import { pageAddress } from '@/lib/web/page-address'
import { readFilters, type ReadFilters } from '@/lib/web/read-filters'

const { actor, action, target, ip, import: ofImport, from, to } = auditFilterQuery.shape

/** The filters of the audit page. */
const fields = { actor, action, target, ip, import: ofImport, from, to }

export type AuditFilterName = keyof typeof fields

export type AuditQuery = ReadFilters<typeof fields>

/** Reads the filters of the audit page from its address; `get` returns one parameter. */
export function readAuditQuery(get: (name: string) => string | null): AuditQuery {
  return readFilters(fields, get)
}

/** The address of the audit page, or of its export, with these filters and other parameters. */
export function auditAddress(
  typed: AuditQuery['typed'],
  extra: Record<string, string | null> = {},
  page: '/dashboard/audit' | '/dashboard/audit/export' = '/dashboard/audit',
): string {
  return pageAddress(page, { ...typed, ...extra })
}
