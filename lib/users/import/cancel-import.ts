import { administer } from '@/lib/access/administer'
import type { AuditAttempt } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'
import { findVisibleImport } from '@/lib/users/import/list-imports'
import { type PresentedImport, presentImport } from '@/lib/users/import/present-import'
import { queueImportWork } from '@/lib/users/import/user-import.jobs'
import { endUnfinished } from '@/lib/users/import/user-import.store'

/**
 * Cancels an import after the current batch: users already created are kept, the other rows are
 * deleted. Needs `users:activate`. Of concurrent calls one succeeds. Refuses `not_found` for one
 * that the actor cannot see, and `conflict` for one that has already ended.
 */
export async function cancelImport(
  actor: SessionPrincipal,
  importId: string,
  ctx: RequestContext,
): Promise<Outcome<{ import: PresentedImport }>> {
  const found = await findVisibleImport(actor, importId, ctx)
  if (!found.ok) return found
  const { id } = found.import
  const audit = { action: 'user_import.cancelled', targetId: id } satisfies AuditAttempt
  return administer(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    const ended = await endUnfinished(tx, { id, because: 'cancelled', now: ctx.now })
    if (!ended) return refuse('conflict', { detail: 'This import has already ended.' })
    // If the import's job was lost, its rows would be kept: this job deletes them.
    await queueImportWork(tx, id, ctx.now)
    const { dryRun, total, processed, created, refused } = ended
    const details = { dry_run: dryRun, total, processed, created, refused }
    await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId, details })
    return { ok: true, import: presentImport(ended) }
  })
}
