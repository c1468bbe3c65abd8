import type { Db, Tx } from '@/lib/platform/db/database'
import { refuse, RefusedError, type Refusal } from '@/lib/platform/problems'
import type { Actor } from '@/lib/platform/request-context'
import { countActiveAdmins } from '@/lib/rbac/assign-role.store'
import { readGrants, readRoleGrants } from '@/lib/rbac/grants.store'
import type { PermissionName } from '@/lib/rbac/permission-catalog'

// All of these read the database, never what is remembered, and are true until the transaction ends only where it holds
// lockCatalog: administer() takes it.

/**
 * Why `actor` may not act on that user, or null: who acts must hold everything that the other holds (`privilege_escalation`),
 * and be active (`session_revoked`). Retired permissions count as held, else they would be a gain when they return. Null also
 * when there is no such user: that is the caller's to say.
 */
export async function refuseActingOn(db: Db, actor: Actor, targetUserId: string): Promise<Refusal | null> {
  const target = await readGrants(db, targetUserId)
  return target ? refuseGranting(db, actor, [...target.permissions]) : null
}

/** Why `actor` may not give these permissions away, or null: nobody gives what they do not hold themselves. */
export async function refuseGranting(
  db: Db,
  actor: Actor,
  permissions: readonly string[],
): Promise<Refusal | null> {
  const held = await readGrants(db, actor.userId)
  if (held?.status !== 'active') return refuse('session_revoked')
  return permissions.every((name) => held.permissions.has(name)) ? null : refuse('privilege_escalation')
}

/** The same for giving somebody these roles, by id. */
export async function refuseGrantingRoles(
  db: Db,
  actor: Actor,
  roleIds: readonly string[],
): Promise<Refusal | null> {
  return refuseGranting(db, actor, await readRoleGrants(db, roleIds))
}

/** Why `actor` may not go on with what needs `permission`, or null: it may have been taken since the request was let in. */
export async function refuseUnlessHolding(
  db: Db,
  actor: Actor,
  permission: PermissionName,
): Promise<Refusal | null> {
  const held = await readGrants(db, actor.userId)
  if (held?.status !== 'active') return refuse('session_revoked')
  if (held.permissions.has(permission)) return null
  return refuse('insufficient_permission', { requiredPermission: permission })
}

/** Call after the write: throws `last_admin`, and so undoes it, when no active user holds the role admin any more. */
export async function assertAnAdministratorStays(tx: Tx): Promise<void> {
  if ((await countActiveAdmins(tx)) === 0) throw new RefusedError(refuse('last_admin'))
}
