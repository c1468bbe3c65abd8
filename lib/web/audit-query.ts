import { auditFilterQuery, type AuditFilters } from '@/lib/audit/audit.schemas'
import { pageAddress } from '@/lib/web/page-address'

/** The filters of the audit page by the names of their fields, which are also those of the address. */
export const auditFilterNames = ['actor', 'action', 'target', 'ip', 'import', 'from', 'to'] as const

export type AuditFilterName = (typeof auditFilterNames)[number]

export interface AuditQuery {
  filters: AuditFilters
  /** What was typed, field by field; the address of every link on the page is made of it. */
  typed: Partial<Record<AuditFilterName, string>>
  /** The fields that cannot be searched for. */
  faults: AuditFilterName[]
}

/** A time as a browser's own field writes it, without a zone: it is taken as UTC. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/

/** Reads the filters of the audit page from its address; `get` gives one parameter. */
export function readAuditQuery(get: (name: string) => string | null): AuditQuery {
  const query: AuditQuery = { filters: {}, typed: {}, faults: [] }
  for (const name of auditFilterNames) {
    const typed = get(name)?.trim()
    if (!typed) continue
    query.typed[name] = typed
    const value = WITHOUT_ZONE.test(typed) ? `${typed.padEnd(19, ':00')}Z` : typed
    const parsed = auditFilterQuery.shape[name].safeParse(value)
    if (parsed.success) Object.assign(query.filters, { [name]: parsed.data })
    else query.faults.push(name)
  }
  return query
}

/** The address of the audit page, or of its export, with these filters and what else it says. */
export function auditAddress(
  typed: AuditQuery['typed'],
  extra: Record<string, string | null> = {},
  path = '/dashboard/audit',
): string {
  return pageAddress(path, { ...typed, ...extra })
}
