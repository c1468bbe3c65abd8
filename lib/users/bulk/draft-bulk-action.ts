import { checkMayGrantRoles } from '@/lib/access/administer'
import { readRolesById } from '@/lib/access/role.store'
import { lockUser } from '@/lib/accounts/user.store'
import { checkSensitiveAct } from '@/lib/identity/sign-in/reauthenticate'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { newId } from '@/lib/platform/ids'
import { type Outcome, type Refusal, refuse, RefusedError } from '@/lib/platform/problems'
import {
  type Actor,
  can,
  type SessionPrincipal,
  type RequestContext,
  toStoredRequest,
} from '@/lib/platform/request-context'
import {
  type BulkRow,
  deleteOldDrafts,
  findBulkRow,
  insertDraft,
  writeDraftRoles,
  writeTotal,
} from '@/lib/users/bulk/bulk-action.store'
import {
  BULK_PERMISSIONS,
  type BulkKind,
  MAX_SELECTED,
  takesRoles,
} from '@/lib/users/bulk/bulk-kinds'
import { selectByIds } from '@/lib/users/bulk/bulk-user.store'
import { getBulkAction } from '@/lib/users/bulk/list-bulk-actions'
import { userFilterOf, type UserFilters } from '@/lib/users/list-users'
import { findNamedRoles } from '@/lib/users/user-roles'
import { selectMatching } from '@/lib/users/user-search.store'

/** A draft can have 10,000 selected users. */
const DRAFTS_EACH = 5

/** The users of a bulk action: selected by ID, or those that match the filters now. */
export type BulkSelection = { userIds: readonly string[] } | { filter: UserFilters }

export interface BulkRequest {
  kind: BulkKind
  selection: BulkSelection
  /** Role names, for actions that need roles; can be set on the draft later. */
  roles: readonly string[]
  /** Whether the draft runs immediately, so that it must not be written if the run is refused. */
  runsNow?: boolean
}

/**
 * Selects users for a bulk action without changing them. Needs `users:list` and the permission of
 * the action. The selection is stored, so that the action runs on exactly the users previewed.
 * Refuses `validation_failed` when no users, or more than 10,000, are selected, and
 * `reauthentication_required` if running it immediately would need a more recent sign-in.
 */
export async function draftBulkAction(
  actor: SessionPrincipal,
  request: BulkRequest,
  ctx: RequestContext,
): Promise<Outcome<{ bulk: BulkRow }>> {
  const missing = (['users:list', BULK_PERMISSIONS[request.kind]] as const).find(
    (name) => !can(actor, name),
  )
  if (missing) return refuse('insufficient_permission', { requiredPermission: missing })
  const old = request.runsNow ? await checkRecentForBulk(actor, request.kind, ctx.now) : null
  if (old) return old
  try {
    return await inTransaction((tx) => writeDraft(tx, actor, request, ctx))
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal
    throw error
  }
}

/** Why the actor must sign in again before running such an action, or null. */
export async function checkRecentForBulk(
  actor: SessionPrincipal,
  kind: BulkKind,
  now: Date,
): Promise<Refusal | null> {
  return takesRoles(kind) ? checkSensitiveAct(actor, 'role_assignment', now) : null
}

/** Throws a refusal when rows were already written, so that the transaction rolls back. */
async function writeDraft(
  tx: Tx,
  actor: SessionPrincipal,
  { kind, selection, roles }: BulkRequest,
  ctx: RequestContext,
): Promise<Outcome<{ bulk: BulkRow }>> {
  const found = await findBulkRoles(tx, actor, { kind, roles })
  if (!found.ok) return found
  // Drafts of one actor are written one after the other, so that concurrent ones don't add up.
  if (!(await lockUser(tx, actor.userId))) return refuse('session_revoked')
  await deleteOldDrafts(tx, actor.userId, DRAFTS_EACH - 1)
  const id = newId()
  const filter = 'filter' in selection ? selection.filter : null
  const request = toStoredRequest(ctx)
  await insertDraft(tx, {
    id,
    kind,
    ...found.roles,
    filter,
    actorId: actor.userId,
    request,
    now: ctx.now,
  })
  const total = await select(tx, id, selection)
  if (total === 0 || total > MAX_SELECTED) throw new RefusedError(refuseSelection(selection, total))
  await writeTotal(tx, id, total)
  return { ok: true, bulk: (await findBulkRow(tx, id))! }
}

async function select(tx: Tx, id: string, selection: BulkSelection): Promise<number> {
  if ('filter' in selection) {
    const filter = userFilterOf(selection.filter)
    return selectMatching(tx, id, { filter, most: MAX_SELECTED + 1 })
  }
  const ids = [...new Set(selection.userIds.map((userId) => userId.toLowerCase()))]
  await selectByIds(tx, id, ids)
  return ids.length
}

function refuseSelection(selection: BulkSelection, total: number): Refusal {
  const [field, none] = 'filter' in selection ? ['filter', 'no_match'] : ['user_ids', 'required']
  const code = total === 0 ? none : 'too_many'
  return refuse('validation_failed', { errors: [fieldError([field], code)] })
}

/**
 * Sets the roles that a draft of the actor adds or removes. Refuses `not_found`, and
 * `privilege_escalation` for roles the actor cannot assign.
 */
export async function chooseBulkRoles(
  actor: SessionPrincipal,
  { id, roles }: { id: string; roles: readonly string[] },
  ctx: RequestContext,
): Promise<Outcome<{ bulk: BulkRow }>> {
  const draft = await getBulkAction(actor, id)
  if (!draft.ok) return draft
  const { kind } = draft.bulk
  if (!takesRoles(kind)) return refuse('not_found')
  if (roles.length === 0)
    return refuse('validation_failed', { errors: [fieldError(['roles'], 'required')] })
  return inTransaction(async (tx) => {
    const found = await findBulkRoles(tx, actor, { kind, roles })
    if (!found.ok) return found
    const by = { id: draft.bulk.id, actorId: actor.userId, ...found.roles, now: ctx.now }
    if (!(await writeDraftRoles(tx, by))) return refuse('not_found')
    return { ok: true, bulk: (await findBulkRow(tx, draft.bulk.id))! }
  })
}

type BulkRoles = Pick<BulkRow, 'roleIds' | 'roleNames'>

/**
 * Finds the roles that a bulk action adds or removes, by name; empty for actions without roles.
 * Refuses adding roles the actor cannot assign.
 */
async function findBulkRoles(
  tx: Tx,
  actor: Actor,
  { kind, roles }: { kind: BulkKind; roles: readonly string[] },
): Promise<Outcome<{ roles: BulkRoles }>> {
  if (!takesRoles(kind)) return { ok: true, roles: { roleIds: [], roleNames: [] } }
  const named = await findNamedRoles(tx, roles)
  if (!named.ok) return named
  const refused = kind === 'add_roles' ? await checkMayGrantRoles(tx, actor, named.roleIds) : null
  if (refused) return refused
  const found = await readRolesById(tx, named.roleIds)
  return {
    ok: true,
    roles: { roleIds: found.map(({ id }) => id), roleNames: found.map(({ name }) => name) },
  }
}
