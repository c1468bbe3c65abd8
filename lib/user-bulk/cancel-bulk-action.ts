import { recordAudit } from '@/lib/audit/record-audit'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { administer } from '@/lib/rbac/administer'
import { endBulkEarly, type BulkRow } from '@/lib/user-bulk/bulk-action.store'
import { BULK_PERMISSIONS } from '@/lib/user-bulk/bulk-kinds'
import { getBulkAction } from '@/lib/user-bulk/list-bulk-actions'

/**
 * Stops a bulk action, whoever started it, or discards a draft: what was done stays done, and nobody's turn comes after this. Needs the
 * permission of the act. Of parallel attempts one wins. Refuses `not_found`, and `conflict` for one that has ended already.
 */
export async function cancelBulkAction(
  actor: Principal,
  bulkId: string,
  ctx: RequestContext,
): Promise<Outcome<{ bulk: BulkRow }>> {
  const found = await getBulkAction(actor, bulkId)
  if (!found.ok) return found
  const { id, kind } = found.bulk
  const audit = { action: 'bulk_action.cancelled', targetType: 'bulk_action', targetId: id }
  return administer(ctx, { actor, permission: BULK_PERMISSIONS[kind], audit }, async (tx) => {
    const bulk = await endBulkEarly(tx, { id, because: 'cancelled', now: ctx.now })
    if (!bulk) return refuse('conflict', { detail: 'This bulk action has already ended.' })
    const { total, changed, unchanged, refused } = bulk
    const details = { kind, total, changed, unchanged, refused }
    await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId, details })
    return { ok: true, bulk }
  })
}
