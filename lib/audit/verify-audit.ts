import { recordAudit } from '@/lib/audit/record-audit'
import { readChainHead, verifyAuditChain, type ChainReport } from '@/lib/audit/verify-audit-chain'
import { db } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/** Walks the chain of seals for somebody, and records that it was done and what was found. `head` is that of an earlier report. */
export async function verifyAudit(
  input: { head?: string },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome<{ report: ChainReport }>> {
  const head = input.head === undefined ? undefined : readChainHead(input.head)
  if (head === null) return refuse('validation_failed', { errors: [BAD_HEAD] })
  const report = await verifyAuditChain(ctx.now, head)
  const { firstBad } = report
  await recordAudit(db(), ctx, {
    action: 'audit.verified',
    outcome: 'ok',
    actorId: principal.userId,
    details: {
      intact: firstBad === null,
      verified: report.verified,
      head: report.head,
      compared_with: input.head ?? null,
      fault: firstBad?.fault ?? null,
      bad_seq: firstBad?.seq ?? null,
      bad_record_id: firstBad?.recordId ?? null,
    },
  })
  return { ok: true, report }
}

const BAD_HEAD = {
  pointer: '/head',
  code: 'invalid',
  detail: 'Enter a head of the chain in the form <seq>.<mac>.',
}
