import type { AuditRecord } from '@/lib/audit/present-audit-record'
import { csvLine } from '@/lib/platform/csv-line'

const COLUMNS = [
  'id',
  'occurred_at',
  'action',
  'outcome',
  'actor_id',
  'target_type',
  'target_id',
  'ip',
  'user_agent',
  'request_id',
  'details',
] as const satisfies readonly (keyof AuditRecord)[]

/** The first line of the file: the names of the columns. */
export const auditCsvHeader = csvLine(COLUMNS)

/** Records as lines of CSV (RFC 4180), the details as JSON. No cell can be taken for a formula. */
export function formatAuditCsv(records: readonly AuditRecord[]): string {
  return records.map((record) => csvLine(COLUMNS.map((column) => record[column]))).join('')
}
