import { recordAudit } from '@/lib/audit/record-audit'
import { addSeconds } from '@/lib/platform/clock'
import { keptRequestOf } from '@/lib/platform/kept-request'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { administer } from '@/lib/rbac/administer'
import { refuseGrantingRoles } from '@/lib/rbac/may-act-on'
import { countUnfinished, findBulkRow, queueDraft, type BulkRow } from '@/lib/user-bulk/bulk-action.store'
import { queueBulkWork } from '@/lib/user-bulk/bulk-jobs'
import { BULK_PERMISSIONS, takesRoles } from '@/lib/user-bulk/bulk-kinds'
import { getBulkAction } from '@/lib/user-bulk/list-bulk-actions'

/** How long a draft can be run: what its preview says grows old. */
export const DRAFT_SECONDS = 3600
const UNFINISHED_EACH = 3

/**
 * Runs a draft of one's own in the background, once. Needs the permission of the act, which is asked again for every user. Refuses
 * `not_found`, and `conflict` when it was run already, is older than an hour, lacks its roles, or three of the actor's are under way.
 */
export async function runBulkAction(
  actor: Principal,
  bulkId: string,
  ctx: RequestContext,
): Promise<Outcome<{ bulk: BulkRow }>> {
  const found = await getBulkAction(actor, bulkId)
  if (!found.ok) return found
  const { id, kind, total, filter, roleIds, roleNames } = found.bulk
  const audit = {
    action: 'bulk_action.started',
    targetType: 'bulk_action',
    targetId: id,
    details: {
      kind,
      total,
      selected_by: filter ? 'filter' : 'id',
      ...(takesRoles(kind) && { roles: roleNames }),
    },
  }
  return administer(ctx, { actor, permission: BULK_PERMISSIONS[kind], audit }, async (tx) => {
    if (takesRoles(kind) && roleIds.length === 0) return refuse('conflict', { detail: NO_ROLES })
    const refused = kind === 'add_roles' ? await refuseGrantingRoles(tx, actor, roleIds) : null
    if (refused) return refused
    if ((await countUnfinished(tx, actor.userId)) >= UNFINISHED_EACH)
      return refuse('conflict', { detail: TOO_MANY })
    const madeAfter = addSeconds(ctx.now, -DRAFT_SECONDS)
    const by = { id, actorId: actor.userId, request: keptRequestOf(ctx), now: ctx.now, madeAfter }
    if (!(await queueDraft(tx, by))) return refuse('conflict', { detail: NO_DRAFT })
    await queueBulkWork(tx, id, ctx.now)
    await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId })
    return { ok: true, bulk: (await findBulkRow(tx, id))! }
  })
}

const NO_ROLES = 'Choose the roles first.'
const TOO_MANY = '3 of your bulk actions are already running. Wait until one of them finishes.'
const NO_DRAFT =
  'This bulk action has already run, or its preview is older than 1 hour. Select the users again.'
