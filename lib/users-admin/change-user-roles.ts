import type { Tx } from '@/lib/platform/db/database'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { assertAnAdministratorStays, refuseGrantingRoles } from '@/lib/rbac/may-act-on'
import { findRoleNames } from '@/lib/rbac/role-names.store'
import { changeUser, type UserTarget } from '@/lib/users-admin/change-user'
import { findNamedRoles } from '@/lib/users-admin/find-named-roles'
import { replaceRolesOf } from '@/lib/users-admin/user-roles.store'
import { touchUser, type HeldUser } from '@/lib/users/managed-user.store'
import type { ManagedUser } from '@/lib/users/present-managed-user'

/**
 * Gives a user exactly these roles, by name. Nobody gives a role that holds what they do not hold themselves
 * (`privilege_escalation`), nor takes the role admin from its last active holder (`last_admin`).
 */
export function changeUserRoles(
  actor: Principal,
  { roles, ...target }: UserTarget & { roles: readonly string[] },
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  let roleIds: string[] = []
  const refuseInput = async (tx: Tx) => {
    const found = await findNamedRoles(tx, roles)
    if (!found.ok) return found
    roleIds = found.roleIds
    return null
  }
  const change = async (tx: Tx, before: HeldUser) => {
    const { added, taken } = await replaceRolesOf(tx, before.id, roleIds)
    if (added.length + taken === 0) return { ok: true, details: null } as const
    const refused = await refuseGrantingRoles(tx, actor, added)
    if (refused) return refused
    await touchUser(tx, before.id, ctx.now)
    await assertAnAdministratorStays(tx)
    return { ok: true, details: { before: before.roles, after: await findRoleNames(tx, before.id) } } as const
  }
  const act = { permission: 'users:role:change', action: 'user.roles_changed' } as const
  return changeUser({ actor, ...target, ...act, refuseInput, change }, ctx)
}
