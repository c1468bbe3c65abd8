import type { Outcome } from '@/lib/platform/problems'
import {
  type SessionPrincipal,
  type RequestContext,
  toStoredRequest,
} from '@/lib/platform/request-context'
import { beginImport, type Started } from '@/lib/users/import/begin-import'
import { findVisibleImport } from '@/lib/users/import/list-imports'
import { hasWaitingRows } from '@/lib/users/import/user-import-row.store'
import { requeueDryRun } from '@/lib/users/import/user-import.store'

/**
 * Imports the rows that a dry run accepted, without uploading the file again, on behalf of the
 * caller. Of concurrent calls one succeeds. Refuses `not_found` for an import that the actor cannot
 * see, and `conflict` when it was not a dry run, has not finished, was already imported, accepted
 * no row, or its rows were deleted.
 */
export async function runImport(
  actor: SessionPrincipal,
  importId: string,
  ctx: RequestContext,
): Promise<Outcome<Started>> {
  const found = await findVisibleImport(actor, importId, ctx)
  if (!found.ok) return found
  const { id } = found.import
  const request = { ...toStoredRequest(ctx) }
  return beginImport(
    actor,
    id,
    { dry_run: false },
    ctx,
    async (tx, held) =>
      (await hasWaitingRows(tx, id)) &&
      requeueDryRun(tx, { id, actorId: actor.userId, held, request, now: ctx.now }),
  )
}
