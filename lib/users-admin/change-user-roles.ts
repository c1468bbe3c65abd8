import type { Tx } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse, type Outcome, type Refusal } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'
import { assertAnAdministratorStays, refuseGrantingRoles } from '@/lib/rbac/may-act-on'
import { findRoleNames } from '@/lib/rbac/role-names.store'
import { changeUser, refuseDeleted, type UserTarget } from '@/lib/users-admin/change-user'
import { findNamedRoles } from '@/lib/users-admin/find-named-roles'
import { findRoleIdsOf, readRolesById, replaceRolesOf } from '@/lib/users-admin/user-roles.store'
import { touchUser, type HeldUser } from '@/lib/users/managed-user.store'
import type { ManagedUser } from '@/lib/users/present-managed-user'

/**
 * Gives a user exactly these roles, by name. Nobody gives a role that holds what they do not hold themselves
 * (`privilege_escalation`), nor takes the role admin from its last active holder (`last_admin`). Refuses `conflict` for a deleted
 * account.
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

/** The same for single roles, by id: adds some and takes others away, and leaves the rest as it is. */
export function amendUserRoles(
  actor: Actor,
  { add, remove, ...target }: UserTarget & { add: readonly string[]; remove: readonly string[] },
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const refuseInput = async (tx: Tx) => {
    const gone = (await readRolesById(tx, add)).length < new Set(add).size
    return gone ? refuse('validation_failed', { errors: [fieldError(['roles'], 'not_supported')] }) : null
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
  const change = async (tx: Tx, before: HeldUser) => {
    // Else somebody could prepare what a restored account may do, without the one who restores it knowing.
    if (before.status === 'deleted') return refuseDeleted()
    const held = await findRoleIdsOf(tx, before.id)
    const roleIds = wanted(held)
    const added = roleIds.filter((id) => !held.includes(id))
    if (added.length === 0 && held.length === roleIds.length) return { ok: true, details: null } as const
    // Before the write: who gives themselves a role must not be judged by what it holds.
    const refused = await refuseGrantingRoles(tx, actor, added)
    if (refused) return refused
    await replaceRolesOf(tx, before.id, roleIds)
    await touchUser(tx, before.id, ctx.now)
    if (before.roles.includes('admin')) await assertAnAdministratorStays(tx)
    return { ok: true, details: { before: before.roles, after: await findRoleNames(tx, before.id) } } as const
  }
  const act = { permission: 'users:role:change', action: 'user.roles_changed' } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}
