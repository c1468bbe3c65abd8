import { assertAdministratorRemains, checkMayGrantRoles } from '@/lib/access/administer'
import { findRoleNames, readGrants } from '@/lib/access/grants.store'
import { changeUser, refuseDeletedUser, type UserTarget } from '@/lib/accounts/change-user'
import { type LockedUser, touchUser } from '@/lib/accounts/managed-user.store'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { db, type Db, type Tx } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import {
  type Actor,
  can,
  type Principal,
  type RequestContext,
} from '@/lib/platform/request-context'
import {
  findRoleIdsOf,
  findRolesByName,
  readAllRoles,
  readRoleNames,
  readRolesById,
  replaceRolesOf,
} from '@/lib/users/user-details.store'

/** A role as somebody who gives roles sees it. */
export interface RoleChoice {
  id: string
  name: string
  description: string
  isSystem: boolean
  /** Whether it holds nothing that the actor lacks. */
  grantable: boolean
  /** What it holds that the actor lacks; empty as well where they may not know what roles hold. */
  missing: string[]
}

/**
 * All roles, and which of them the actor may give; needs `users:role:change`. A picture for a form:
 * whether a role is given is decided anew, under the lock, when it is.
 */
export async function listRoleChoices(actor: Principal): Promise<Outcome<{ roles: RoleChoice[] }>> {
  if (!can(actor, 'users:role:change'))
    return refuse('insufficient_permission', { requiredPermission: 'users:role:change' })
  const [held, rows] = await Promise.all([readGrants(db(), actor.userId), readAllRoles(db())])
  const tellsWhat = can(actor, 'rbac:manage')
  const roles = rows.map(({ permissions, ...role }) => {
    const missing = permissions.filter((name) => !held?.permissions.has(name))
    return { ...role, grantable: missing.length === 0, missing: tellsWhat ? missing : [] }
  })
  return { ok: true, roles }
}

/** A menu of more is no help. */
const AT_MOST = 500

/**
 * The names of all roles, sorted, for the role filter; needs `users:list`. `complete` is false
 * where there are more than are given.
 */
export async function listRoleNames(): Promise<{ names: string[]; complete: boolean }> {
  const names = await readRoleNames(db(), AT_MOST + 1)
  return { names: names.slice(0, AT_MOST), complete: names.length <= AT_MOST }
}

/**
 * The ids of the roles that a request names under `/roles`; refuses what no role is called, by its
 * place in the list.
 */
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

/**
 * Gives a user exactly these roles, by name. Nobody gives a role that holds what they do not hold
 * themselves (`privilege_escalation`), nor takes the role admin from its last active holder
 * (`last_admin`). Refuses `conflict` for a deleted account.
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
 * The same for single roles, by id: adds some and takes others away, and leaves the rest as it is.
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
  /** The ids of the roles that the user shall have, given those they have. */
  wanted(held: readonly string[]): readonly string[]
}

function writeRoles(
  actor: Actor,
  { wanted, ...target }: RoleChange,
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, before: LockedUser) => {
    // Else somebody could prepare what a restored account may do, without the one who restores it
    // knowing.
    if (before.status === 'deleted') return refuseDeletedUser()
    const held = await findRoleIdsOf(tx, before.id)
    const roleIds = wanted(held)
    const added = roleIds.filter((id) => !held.includes(id))
    if (added.length === 0 && held.length === roleIds.length)
      return { ok: true, details: null } as const
    // Before the write: who gives themselves a role must not be judged by what it holds.
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
