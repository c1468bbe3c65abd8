import { checkMayGrantRoles } from '@/lib/access/administer'
import { readRolesById } from '@/lib/access/role.store'
import { lockUser } from '@/lib/accounts/user.store'
import { checkSensitiveAct } from '@/lib/identity/sign-in/reauthenticate'
import { db, type Db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { newId } from '@/lib/platform/ids'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
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
  type NewBulkAction,
  writeDraftRoles,
} from '@/lib/users/bulk/bulk-action.store'
import {
  BULK_PERMISSIONS,
  type BulkKind,
  MAX_SELECTED,
  takesRoles,
} from '@/lib/users/bulk/bulk-kinds'
import { insertSelection } from '@/lib/users/bulk/bulk-user.store'
import { getBulkAction } from '@/lib/users/bulk/list-bulk-actions'
import { userFilterOf, type UserFilters } from '@/lib/users/list-users'
import { findNamedRoles } from '@/lib/users/user-roles'
import { listMatchingIds } from '@/lib/users/user-search.store'

/** A draft can have 10,000 selected users. */
const DRAFTS_EACH = 5

/** The users of a bulk action: selected by ID, or those that match the filters now. */
export type BulkSelection = { userIds: readonly string[] } | { filter: UserFilters }

export interface BulkRequest {
  kind: BulkKind
  selection: BulkSelection
  /** Role names, for actions that need roles; can be set on the draft later. */
  roles: readonly string[]
}

/** A new bulk action and its users, in order. */
export interface BulkDraft {
  bulk: NewBulkAction
  userIds: readonly string[]
}

/**
 * Selects users for a bulk action without changing them. Needs `users:list` and the permission of
 * the action. The selection is stored, so that the action runs on exactly the users previewed.
 * Refuses `validation_failed` when no users, or more than 10,000, are selected.
 */
export async function draftBulkAction(
  actor: SessionPrincipal,
  request: BulkRequest,
  ctx: RequestContext,
): Promise<Outcome<{ bulk: BulkRow }>> {
  const prepared = checkMayRunBulk(actor, request.kind) ?? (await prepareBulk(actor, request, ctx))
  if (!prepared.ok) return prepared
  const { draft } = prepared
  return inTransaction(async (tx) => {
    // Drafts of one actor are written one after the other, so that concurrent ones don't add up.
    if (!(await lockUser(tx, actor.userId))) return refuse('session_revoked')
    await deleteOldDrafts(tx, actor.userId, DRAFTS_EACH - 1)
    await writeDraft(tx, draft)
    return { ok: true, bulk: (await findBulkRow(tx, draft.bulk.id))! }
  })
}

/** Refuses an actor without `users:list` or the permission of the action. */
export function checkMayRunBulk(actor: SessionPrincipal, kind: BulkKind): Refusal | null {
  const missing = (['users:list', BULK_PERMISSIONS[kind]] as const).find(
    (name) => !can(actor, name),
  )
  return missing ? refuse('insufficient_permission', { requiredPermission: missing }) : null
}

/** Why the actor must sign in again before running such an action, or null. */
export async function checkRecentForBulk(
  actor: SessionPrincipal,
  kind: BulkKind,
  now: Date,
): Promise<Refusal | null> {
  return takesRoles(kind) ? checkSensitiveAct(actor, 'role_assignment', now) : null
}

/** Finds the users and the roles of a new bulk action. Writes nothing. */
export async function prepareBulk(
  actor: SessionPrincipal,
  { kind, selection, roles }: BulkRequest,
  ctx: RequestContext,
): Promise<Outcome<{ draft: BulkDraft }>> {
  const found = await findBulkRoles(db(), actor, { kind, roles })
  if (!found.ok) return found
  const userIds = await findSelected(selection)
  const total = userIds.length
  if (total === 0 || total > MAX_SELECTED) return refuseSelection(selection, total)
  const bulk: NewBulkAction = {
    id: newId(),
    kind,
    ...found.roles,
    filter: 'filter' in selection ? selection.filter : null,
    total,
    actorId: actor.userId,
    request: toStoredRequest(ctx),
    now: ctx.now,
  }
  return { ok: true, draft: { bulk, userIds } }
}

export async function writeDraft(tx: Tx, { bulk, userIds }: BulkDraft): Promise<void> {
  await insertDraft(tx, bulk)
  await insertSelection(tx, bulk.id, userIds)
}

/** The IDs of the selected users; one too many if there are more than allowed. */
async function findSelected(selection: BulkSelection): Promise<string[]> {
  if ('filter' in selection)
    return listMatchingIds(userFilterOf(selection.filter), MAX_SELECTED + 1)
  return [...new Set(selection.userIds.map((userId) => userId.toLowerCase()))]
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
  db: Db,
  actor: Actor,
  { kind, roles }: { kind: BulkKind; roles: readonly string[] },
): Promise<Outcome<{ roles: BulkRoles }>> {
  if (!takesRoles(kind)) return { ok: true, roles: { roleIds: [], roleNames: [] } }
  const named = await findNamedRoles(db, roles)
  if (!named.ok) return named
  const refused = kind === 'add_roles' ? await checkMayGrantRoles(db, actor, named.roleIds) : null
  if (refused) return refused
  const found = await readRolesById(db, named.roleIds)
  return {
    ok: true,
    roles: { roleIds: found.map(({ id }) => id), roleNames: found.map(({ name }) => name) },
  }
}
