import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { newId } from '@/lib/platform/ids'
import { keptRequestOf } from '@/lib/platform/kept-request'
import { refuse, RefusedError, type Outcome, type Refusal } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import {
  deleteOldDrafts,
  findBulkRow,
  insertDraft,
  writeTotal,
  type BulkRow,
} from '@/lib/user-bulk/bulk-action.store'
import { BULK_PERMISSIONS, MOST_SELECTED, type BulkKind } from '@/lib/user-bulk/bulk-kinds'
import { selectByFilter, selectByIds } from '@/lib/user-bulk/bulk-user.store'
import { findBulkRoles } from '@/lib/user-bulk/find-bulk-roles'
import { userFilterOf, type UserFilters } from '@/lib/users-admin/list-users'

/** Each may have selected ten thousand users. */
const DRAFTS_EACH = 5

/** Whom a bulk action is about: users picked by id, or whoever the filters of the list admit at this moment. */
export type BulkSelection = { userIds: readonly string[] } | { filter: UserFilters }

export interface BulkRequest {
  kind: BulkKind
  selection: BulkSelection
  /** Names of roles, where the kind takes them; a draft may be told later. */
  roles: readonly string[]
}

/**
 * Selects users for a bulk action and changes none of them. Needs `users:list` and the permission of the act. The selection stays as it
 * was made, so that exactly what was previewed is what runs. Refuses `validation_failed` when nobody, or more than 10,000 users, are
 * selected.
 */
export async function draftBulkAction(
  actor: Principal,
  request: BulkRequest,
  ctx: RequestContext,
): Promise<Outcome<{ bulk: BulkRow }>> {
  const missing = (['users:list', BULK_PERMISSIONS[request.kind]] as const).find((name) => !can(actor, name))
  if (missing) return refuse('insufficient_permission', { requiredPermission: missing })
  try {
    return await inTransaction((tx) => writeDraft(tx, actor, request, ctx))
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal
    throw error
  }
}

/** Throws a refusal that comes after something was written. */
async function writeDraft(
  tx: Tx,
  actor: Principal,
  { kind, selection, roles }: BulkRequest,
  ctx: RequestContext,
): Promise<Outcome<{ bulk: BulkRow }>> {
  const found = await findBulkRoles(tx, actor, { kind, roles })
  if (!found.ok) return found
  await deleteOldDrafts(tx, actor.userId, DRAFTS_EACH - 1)
  const id = newId()
  const filter = 'filter' in selection ? selection.filter : null
  const request = keptRequestOf(ctx)
  await insertDraft(tx, { id, kind, ...found.roles, filter, actorId: actor.userId, request, now: ctx.now })
  const total = await select(tx, id, selection)
  if (total === 0 || total > MOST_SELECTED)
    throw new RefusedError(refuseSelection(selection, total === 0 ? 'required' : 'too_many'))
  await writeTotal(tx, id, total)
  return { ok: true, bulk: (await findBulkRow(tx, id))! }
}

async function select(tx: Tx, id: string, selection: BulkSelection): Promise<number> {
  if ('filter' in selection) return selectByFilter(tx, id, userFilterOf(selection.filter), MOST_SELECTED + 1)
  const ids = [...new Set(selection.userIds.map((userId) => userId.toLowerCase()))]
  await selectByIds(tx, id, ids)
  return ids.length
}

function refuseSelection(selection: BulkSelection, code: string): Refusal {
  const field = 'filter' in selection ? 'filter' : 'user_ids'
  return refuse('validation_failed', { errors: [fieldError([field], code)] })
}
