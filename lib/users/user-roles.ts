import {
  assertAdministratorRemains,
  checkMayGrantRoles,
  checkPermissionHeld,
  findGrantsOfActor,
} from '@/lib/access/administer'
import {
  findRolesByName,
  readAllRoles,
  readRoleNames,
  readRolesById,
} from '@/lib/access/role.store'
import { findRoleNames, findRoleIdsOf, replaceRolesOf } from '@/lib/access/user-roles.store'
import { changeUser, refuseDeletedUser, type UserTarget } from '@/lib/accounts/change-user'
import { type LockedUser, touchUser } from '@/lib/accounts/managed-user.store'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { checkSensitiveAct } from '@/lib/identity/sign-in/reauthenticate'
import { db, type Db, type Tx } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import {
  type Actor,
  can,
  isOperator,
  type OPERATOR,
  type Principal,
  type RequestContext,
} from '@/lib/platform/request-context'

/** A role with whether the actor can assign it. */
export interface RoleChoice {
  id: string
  name: string
  description: string
  isSystem: boolean
  /** Whether the actor has all of its permissions. */
  grantable: boolean
  /**
   * Permissions of the role that the actor lacks; also empty when the actor may not see the
   * permissions of roles.
   */
  missing: string[]
}

/**
 * All roles, and which of them the actor can assign; needs `users:role:change`. For display only:
 * assigning a role checks again, under the lock.
 */
export async function listRoleChoices(actor: Principal): Promise<Outcome<{ roles: RoleChoice[] }>> {
  if (!can(actor, 'users:role:change'))
    return refuse('insufficient_permission', { requiredPermission: 'users:role:change' })
  const [held, rows] = await Promise.all([findGrantsOfActor(db(), actor), readAllRoles(db())])
  const showsMissing = can(actor, 'rbac:manage')
  const roles = rows.map(({ permissions, ...role }) => {
    const missing = permissions.filter((name) => !held?.permissions.has(name))
    return { ...role, grantable: missing.length === 0, missing: showsMissing ? missing : [] }
  })
  return { ok: true, roles }
}

/** A longer menu is unusable. */
const MAX_ROLE_NAMES = 500

/**
 * The names of all roles, sorted, for the role filter; needs `users:list`. `complete` is false when
 * there are more.
 */
export async function listRoleNames(): Promise<{ names: string[]; complete: boolean }> {
  const names = await readRoleNames(db(), MAX_ROLE_NAMES + 1)
  return { names: names.slice(0, MAX_ROLE_NAMES), complete: names.length <= MAX_ROLE_NAMES }
}

/** The IDs of the roles in a request's `/roles`; refuses unknown names by their index. */
export async function findNamedRoles(
  db: Db,
  names: readonly string[],
): Promise<Outcome<{ roleIds: string[] }>> {
  const roles = await findRolesByName(db, names)
  const errors = roles.flatMap((role, place) =>
    role ? [] : [fieldError(['roles', String(place)], 'not_supported')],
  )
  if (errors.length > 0) return refuse('validation_failed', { errors })
  return { ok: true, roleIds: [...new Set(roles.map((role) => role!.id))] }
}

/** The role of every account; assigning it takes no permission. */
const PLAIN = 'user'

/** The roles of a new account, of those chosen in its form: `user` if the actor may not choose. */
export function rolesForNewAccount(actor: Principal, chosen: readonly string[]): string[] {
  return can(actor, 'users:role:change') ? [...chosen] : [PLAIN]
}

/**
 * Why the actor may not give a new account these roles now, or null: any but `user` need a recent
 * sign-in, like changing the roles of a user.
 */
export async function checkRecentForRoles(
  actor: Principal | typeof OPERATOR,
  names: readonly string[],
  now: Date,
): Promise<Refusal | null> {
  if (isOperator(actor) || names.every((name) => name === PLAIN)) return null
  return checkSensitiveAct(actor, 'role_assignment', now)
}

/**
 * The IDs of the named roles for a new account. For any role other than `user` the actor needs
 * `users:role:change` and every permission of the role.
 */
export async function findRolesToGrant(
  tx: Tx,
  actor: Actor,
  names: readonly string[],
): Promise<Outcome<{ roleIds: string[] }>> {
  const special = names.some((name) => name !== PLAIN)
  const missing = special ? await checkPermissionHeld(tx, actor, 'users:role:change') : null
  if (missing) return missing
  const found = await findNamedRoles(tx, names)
  if (!found.ok) return found
  return (await checkMayGrantRoles(tx, actor, found.roleIds)) ?? found
}

/**
 * Sets a user's roles to exactly these, by name. Refuses roles with permissions the actor lacks
 * (`privilege_escalation`), and removing `admin` from the last active administrator (`last_admin`).
 * Refuses `conflict` for a deleted account.
 */
export function changeUserRoles(
  actor: Actor,
  { roles, ...target }: UserTarget & { roles: readonly string[] },
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  let wanted: string[] = []
  const refuseInput = async (tx: Tx) => {
    const found = await findNamedRoles(tx, roles)
    if (!found.ok) return found
    wanted = found.roleIds
    return null
  }
  return writeRoles(actor, { ...target, refuseInput, wanted: () => wanted }, ctx)
}

/**
 * Adds and removes single roles by ID and keeps the others; the same checks as for changeUserRoles.
 */
export function amendUserRoles(
  actor: Actor,
  { add, remove, ...target }: UserTarget & { add: readonly string[]; remove: readonly string[] },
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const refuseInput = async (tx: Tx) => {
    const gone = (await readRolesById(tx, add)).length < new Set(add).size
    return gone
      ? refuse('validation_failed', { errors: [fieldError(['roles'], 'not_supported')] })
      : null
  }
  const wanted = (held: readonly string[]) => [
    ...new Set([...held, ...add].filter((id) => !remove.includes(id))),
  ]
  return writeRoles(actor, { ...target, refuseInput, wanted }, ctx)
}

interface RoleChange extends UserTarget {
  refuseInput(tx: Tx): Promise<Refusal | null>
  /** The IDs of the roles the user should have, given the current ones. */
  wanted(held: readonly string[]): readonly string[]
}

function writeRoles(
  actor: Actor,
  { wanted, ...target }: RoleChange,
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, before: LockedUser) => {
    // Otherwise an administrator could prepare the permissions of a deleted account, unnoticed by
    // the one who restores it.
    if (before.status === 'deleted') return refuseDeletedUser()
    const held = await findRoleIdsOf(tx, before.id)
    const roleIds = wanted(held)
    const added = roleIds.filter((id) => !held.includes(id))
    if (added.length === 0 && held.length === roleIds.length)
      return { ok: true, details: null } as const
    // Before the write: otherwise actors who assign a role to themselves would be checked with its
    // permissions.
    const refused = await checkMayGrantRoles(tx, actor, added)
    if (refused) return refused
    await replaceRolesOf(tx, before.id, roleIds)
    await touchUser(tx, before.id, ctx.now)
    if (before.roles.includes('admin')) await assertAdministratorRemains(tx)
    return {
      ok: true,
      details: { before: before.roles, after: await findRoleNames(tx, before.id) },
    } as const
  }
  const act = { permission: 'users:role:change', action: 'user.roles_changed' } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}
