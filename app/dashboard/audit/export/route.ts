import { auditExportFormat } from '@/lib/audit/audit.schemas'
import { exportAuditRecords } from '@/lib/audit/export-audit-records'
import { isStillAuthorized } from '@/lib/identity/still-authorized'
import { refuse } from '@/lib/platform/problems'
import { defineDownload } from '@/lib/web/define-download'
import { readAuditQuery } from '@/lib/web/audit-query'

export const GET = defineDownload({
  access: { permission: 'audit:list' },
  run: async (query, { principal, ctx }) => {
    const format = auditExportFormat.safeParse(query.get('format'))
    const { filters, faults } = readAuditQuery((name) => query.get(name))
    // An invalid filter must not widen the export.
    if (!format.success || faults.length > 0) return refuse('validation_failed')
    const file = await exportAuditRecords(
      { format: format.data, filters },
      principal,
      ctx,
      isStillAuthorized,
    )
    return { ok: true, file }
  },
})
