import { z } from 'zod'
import { chainReportResponse } from '@/lib/audit/audit.schemas'
import { verifyAudit } from '@/lib/audit/verify-audit'
import { defineRoute } from '@/lib/http/define-route'

export const GET = defineRoute({
  operationId: 'verifyAuditTrail',
  tag: 'Audit trail',
  summary: 'Verify the hash chain of the audit trail and report the first bad record',
  access: { permission: 'audit:list' },
  limits: ['user'],
  query: z.object({
    head: z.string().max(80).optional().describe('The `head` of an earlier response'),
  }),
  responses: { 200: chainReportResponse },
  handle: async ({ query, principal, ctx }) => {
    const result = await verifyAudit(query, principal, ctx)
    if (!result.ok) return result
    const { firstBad, verified, erased, head } = result.report
    const first_bad = firstBad && {
      fault: firstBad.fault,
      seq: firstBad.seq,
      record_id: firstBad.recordId,
    }
    return { status: 200, body: { intact: firstBad === null, verified, erased, head, first_bad } }
  },
})
