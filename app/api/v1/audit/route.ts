import { auditRecordResponse } from '@/lib/audit/audit.responses'
import { auditFilterQuery } from '@/lib/audit/audit.schemas'
import { listAuditRecords } from '@/lib/audit/list-audit-records'
import { defineRoute } from '@/lib/http/define-route'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listAuditRecords',
  tag: 'Audit trail',
  summary: 'List audit records, newest first',
  access: { permission: 'audit:list' },
  query: auditFilterQuery.extend(pageQuery.shape),
  responses: { 200: pageSchemaOf(auditRecordResponse) },
  handle: async ({ query: { limit, cursor, ...filters } }) => {
    const result = await listAuditRecords(filters, { limit, cursor })
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.records, result.nextCursor) }
  },
})
