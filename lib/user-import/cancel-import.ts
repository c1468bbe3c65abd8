import { recordAudit } from '@/lib/audit/record-audit'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { administer } from '@/lib/rbac/administer'
import { findVisibleImport } from '@/lib/user-import/find-visible-import'
import { queueImportWork } from '@/lib/user-import/import-jobs'
import { presentImport, type PresentedImport } from '@/lib/user-import/present-import'
import { endUnfinished } from '@/lib/user-import/user-import.store'

/**
 * Ends an import that is under way, after the batch that is being worked off: what was made stays, the other rows are deleted.
 * Needs `users:activate`. Of parallel attempts one wins. Refuses `not_found` for one that the actor may not know of, and `conflict`
 * for one that has ended already.
 */
export async function cancelImport(
  actor: Principal,
  importId: string,
  ctx: RequestContext,
): Promise<Outcome<{ import: PresentedImport }>> {
  const found = await findVisibleImport(actor, importId)
  if (!found) return refuse('not_found')
  const { id } = found
  const audit = { action: 'user_import.cancelled', targetType: 'user_import', targetId: id }
  return administer(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    const ended = await endUnfinished(tx, { id, because: 'cancelled', now: ctx.now })
    if (!ended) return refuse('conflict', { detail: 'This import has already ended.' })
    // Whose job got lost would keep what its rows say: the next run deletes it.
    await queueImportWork(tx, id, ctx.now)
    const { dryRun, total, processed, created, refused } = ended
    const details = { dry_run: dryRun, total, processed, created, refused }
    await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId, details })
    return { ok: true, import: presentImport(ended) }
  })
}
