import { auditExportFormat, auditFilterQuery } from '@/lib/audit/audit.schemas'
import { exportAuditRecords } from '@/lib/audit/export-audit-records'
import { defineRoute } from '@/lib/http/define-route'
import { downloadAnswer } from '@/lib/http/file-response'
import { isStillAuthorized } from '@/lib/identity/still-authorized'

export const GET = defineRoute({
  operationId: 'exportAuditRecords',
  tag: 'Audit trail',
  summary: 'Export the audit trail as a file, newest first',
  access: { permission: 'audit:list' },
  limits: ['user'],
  query: auditFilterQuery.extend({ format: auditExportFormat }),
  responses: { 200: null },
  streams: ['text/csv', 'application/x-ndjson'],
  handle: async ({ query: { format, ...filters }, principal, ctx }) => {
    const file = await exportAuditRecords({ format, filters }, principal, ctx, isStillAuthorized)
    return downloadAnswer(file)
  },
})
