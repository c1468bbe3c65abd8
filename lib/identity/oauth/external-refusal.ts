import { recordAudit } from '@/lib/audit/record-audit'
import type { Db } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'

/** Audits a refused sign-in with a provider; `userId` is the account it would have opened. */
export function auditExternalRefusal(
  db: Db,
  ctx: RequestContext,
  by: { provider?: string; reason: string; userId?: string },
): Promise<void> {
  const { provider, reason, userId = null } = by
  return recordAudit(db, ctx, {
    action: 'session.refused',
    outcome: 'refused',
    targetId: userId,
    details: { factor: 'fed', ...(provider && { provider }), reason },
  })
}
