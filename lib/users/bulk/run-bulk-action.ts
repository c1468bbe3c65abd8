import { administer, checkMayGrantRoles } from '@/lib/access/administer'
import { startBackgroundWork } from '@/lib/access/start-background-work'
import type { AuditAttempt } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { addSeconds } from '@/lib/platform/clock'
import type { Tx } from '@/lib/platform/db/database'
import { type Outcome, refuse } from '@/lib/platform/problems'
import {
  type SessionPrincipal,
  type RequestContext,
  toStoredRequest,
} from '@/lib/platform/request-context'
import {
  type BulkRow,
  countUnfinished,
  endBulkEarly,
  findBulkRow,
  type NewBulkAction,
  queueDraft,
} from '@/lib/users/bulk/bulk-action.store'
import { BULK_PERMISSIONS, DRAFT_SECONDS, takesRoles } from '@/lib/users/bulk/bulk-kinds'
import {
  type BulkRequest,
  checkMayRunBulk,
  checkRecentForBulk,
  prepareBulk,
  writeDraft,
} from '@/lib/users/bulk/draft-bulk-action'
import { getBulkAction } from '@/lib/users/bulk/list-bulk-actions'
import { queueBulkWork } from '@/lib/users/bulk/bulk-action.jobs'

const UNFINISHED_EACH = 3

/**
 * Runs a draft of the actor in the background, once. Needs the permission of the action, which is
 * checked again for every user. Refuses `not_found`, and `conflict` when the draft was already run,
 * is older than an hour, lacks roles, or the actor has three bulk actions in progress.
 */
export async function runBulkAction(
  actor: SessionPrincipal,
  bulkId: string,
  ctx: RequestContext,
): Promise<Outcome<{ bulk: BulkRow }>> {
  const found = await getBulkAction(actor, bulkId)
  if (!found.ok) return found
  const old = await checkRecentForBulk(actor, found.bulk.kind, ctx.now)
  return old ?? queueBulk(actor, found.bulk, ctx)
}

/**
 * Selects users like `draftBulkAction` and runs the action on them at once. Also refuses what
 * `runBulkAction` does. A refusal writes nothing, and drafts of the actor stay.
 */
export async function startBulkAction(
  actor: SessionPrincipal,
  request: BulkRequest,
  ctx: RequestContext,
): Promise<Outcome<{ bulk: BulkRow }>> {
  const { kind } = request
  const refused = checkMayRunBulk(actor, kind) ?? (await checkRecentForBulk(actor, kind, ctx.now))
  if (refused) return refused
  const prepared = await prepareBulk(actor, request, ctx)
  if (!prepared.ok) return prepared
  const { draft } = prepared
  return queueBulk(actor, draft.bulk, ctx, (tx) => writeDraft(tx, draft))
}

/** Queues a draft, which `write` may write first. */
function queueBulk(
  actor: SessionPrincipal,
  { id, kind, total, filter, roleIds, roleNames }: BulkRow | NewBulkAction,
  ctx: RequestContext,
  write?: (tx: Tx) => Promise<void>,
): Promise<Outcome<{ bulk: BulkRow }>> {
  const audit = {
    action: 'bulk_action.started',
    targetId: id,
    details: {
      kind,
      total,
      selected_by: filter ? 'filter' : 'id',
      ...(takesRoles(kind) && { roles: roleNames }),
    },
  } satisfies AuditAttempt
  return startBackgroundWork(
    ctx,
    { actor, permission: BULK_PERMISSIONS[kind], audit },
    async (tx) => {
      if (takesRoles(kind) && roleIds.length === 0) return refuse('conflict', { detail: NO_ROLES })
      const refused = kind === 'add_roles' ? await checkMayGrantRoles(tx, actor, roleIds) : null
      if (refused) return refused
      if ((await countUnfinished(tx, actor.userId)) >= UNFINISHED_EACH)
        return refuse('conflict', { detail: TOO_MANY })
      await write?.(tx)
      const madeAfter = addSeconds(ctx.now, -DRAFT_SECONDS)
      const by = { id, actorId: actor.userId, roleIds, now: ctx.now, madeAfter }
      if (!(await queueDraft(tx, { ...by, request: toStoredRequest(ctx) })))
        return refuse('conflict', { detail: NO_DRAFT })
      await queueBulkWork(tx, id, ctx.now)
      await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId })
      return { ok: true, bulk: (await findBulkRow(tx, id))! }
    },
  )
}

const NO_ROLES = 'Choose the roles first.'
const TOO_MANY = '3 of your bulk actions are already running. Wait until one of them finishes.'
const NO_DRAFT =
  'This bulk action has already run or was changed, or its preview is older than 1 hour. Select the users again.'

/**
 * Stops a bulk action, regardless of who started it, or discards a draft. Changes already made are
 * kept, and no further user is processed. Needs the permission of the action. Of concurrent calls
 * one succeeds. Refuses `not_found`, and `conflict` for one that has already ended.
 */
export async function cancelBulkAction(
  actor: SessionPrincipal,
  bulkId: string,
  ctx: RequestContext,
): Promise<Outcome<{ bulk: BulkRow }>> {
  const found = await getBulkAction(actor, bulkId)
  if (!found.ok) return found
  const { id, kind } = found.bulk
  const audit = { action: 'bulk_action.cancelled', targetId: id } satisfies AuditAttempt
  return administer(ctx, { actor, permission: BULK_PERMISSIONS[kind], audit }, async (tx) => {
    const bulk = await endBulkEarly(tx, { id, because: 'cancelled', now: ctx.now })
    if (!bulk) return refuse('conflict', { detail: 'This bulk action has already ended.' })
    const { total, changed, unchanged, refused } = bulk
    const details = { kind, total, changed, unchanged, refused }
    await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId, details })
    return { ok: true, bulk }
  })
}
