import { findAuditAction, listAuditActions } from '@/lib/audit/audit-actions'
import { pageWithTable } from '@/scripts/docs/page-with-table'

const COLUMNS = ['Action', 'Meaning', 'Target', 'Details of a success', 'Details of a refusal']

/** The text of docs/audit-actions.md: every action with the fields of its details. */
export function auditActionsPage(): Promise<string> {
  const rows = listAuditActions('en').map(({ action, label }) => {
    const { target, ok, refused } = findAuditAction(action)!
    return [`\`${action}\``, label, target ? `\`${target}\`` : '–', fieldsOf(ok), fieldsOf(refused)]
  })
  return pageWithTable('docs/audit-actions.md', COLUMNS, rows)
}

function fieldsOf(details: object | undefined): string {
  if (!details) return '–'
  const fields = Object.keys(details).map((name) => `\`${name}\``)
  return fields.join(', ') || 'none'
}
