import { auditFilterQuery, auditRecordAnswer } from '@/lib/audit/audit.schemas'
import { listAuditRecords } from '@/lib/audit/list-audit-records'
import { pageOf } from '@/lib/auth/auth.answers'
import { defineRoute } from '@/lib/http/define-route'
import { pageQuery } from '@/lib/http/page-query'

export const GET = defineRoute({
  summary: 'List audit records, newest first',
  access: { permission: 'audit:list' },
  query: auditFilterQuery.extend(pageQuery.shape),
  answers: { 200: pageOf(auditRecordAnswer) },
  handle: async ({ query: { limit, cursor, ...filters } }) => {
    const result = await listAuditRecords(filters, { limit, cursor })
    if (!result.ok) return result
    const page = { next_cursor: result.nextCursor, has_more: result.nextCursor !== null }
    return { status: 200, body: { data: result.records, page } }
  },
})
