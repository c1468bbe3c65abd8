import { z } from 'zod'
import { chainReportResponse, presentFirstBad } from '@/lib/audit/audit.responses'
import { wantedBy } from '@/lib/audit/share-verification'
import { verifyAudit } from '@/lib/audit/verify-audit'
import { defineRoute } from '@/lib/http/define-route'
import { isStillAuthorized } from '@/lib/identity/still-authorized'

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
  refusals: ['trail_too_long'],
  handle: async ({ query, principal, ctx, request }) => {
    const isWanted = wantedBy(principal, () => request.isGone(), isStillAuthorized)
    const result = await verifyAudit(query, principal, ctx, isWanted)
    if (!result.ok) return result
    const { firstBad, verified, erased, head } = result.report
    const removed = result.report.removed.reduce((sum, { records }) => sum + records, 0)
    return {
      status: 200,
      body: {
        intact: firstBad === null,
        verified,
        erased,
        removed,
        head,
        first_bad: presentFirstBad(firstBad),
      },
    }
  },
})
