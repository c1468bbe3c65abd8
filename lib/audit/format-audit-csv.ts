import type { AuditRecord } from '@/lib/audit/present-audit-record'

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

/** What a spreadsheet takes for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/

/** The first line of the file: the names of the columns. */
export const auditCsvHeader = `${COLUMNS.join(',')}\r\n`

/** Records as lines of CSV (RFC 4180), the details as JSON. No cell can be taken for a formula. */
export function formatAuditCsv(records: readonly AuditRecord[]): string {
  return records.map((record) => `${COLUMNS.map((column) => cell(record[column])).join(',')}\r\n`).join('')
}

function cell(value: string | object | null): string {
  const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  if (FORMULA.test(text)) return quoted(`'${text}`)
  return /[",\r\n]/.test(text) ? quoted(text) : text
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
