import { countActiveAdmins, readGrants } from '@/lib/access/grants.store'
import { findManagedUser } from '@/lib/accounts/managed-user.store'
import { type ManagedUser, presentManagedUser } from '@/lib/accounts/present-managed-user'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { can, type Principal } from '@/lib/platform/request-context'
import {
  findHigherPrivilegedIds,
  type GrantedPermission,
  readGrantedPermissions,
} from '@/lib/users/user-details.store'

/**
 * A user, for holders of `users:read` and for themselves. To all others every id is the same,
 * whether it exists or not.
 */
export async function getUser(
  actor: Principal,
  userId: string,
): Promise<Outcome<{ user: ManagedUser }>> {
  const self = userId.toLowerCase() === actor.userId
  if (!self && !can(actor, 'users:read'))
    return refuse('insufficient_permission', { requiredPermission: 'users:read' })
  const row = isId(userId) ? await findManagedUser(db(), userId) : null
  return row ? { ok: true, user: presentManagedUser(row) } : refuse('not_found')
}

/**
 * What a user may do, and by which of their roles; sorted. Needs `rbac:manage`: who may read users
 * learns the names of their roles, but what a role holds is told by the roles' own endpoints under
 * that permission alone, and this must be no way around it.
 */
export async function listGrantedPermissions(
  actor: Principal,
  userId: string,
): Promise<Outcome<{ permissions: GrantedPermission[] }>> {
  if (!can(actor, 'rbac:manage'))
    return refuse('insufficient_permission', { requiredPermission: 'rbac:manage' })
  return { ok: true, permissions: isId(userId) ? await readGrantedPermissions(db(), userId) : [] }
}

/** What will be refused whatever permission the actor has. */
export interface UserChangeLimits {
  /** They hold something that the actor lacks: nothing about them can be changed. */
  outranked: boolean
  /** What that is; empty as well where the actor may not know what roles hold. */
  missing: string[]
  /** The role admin cannot be taken from them, nor can they be deactivated or deleted. */
  lastAdministrator: boolean
}

/**
 * Why changes of a user would be refused, to be said before somebody tries. A picture for a page:
 * the changes themselves decide anew, under the lock.
 */
export async function findUserChangeLimits(
  actor: Principal,
  user: ManagedUser,
): Promise<UserChangeLimits> {
  const [own, theirs] = await Promise.all([
    readGrants(db(), actor.userId),
    readGrants(db(), user.id),
  ])
  const missing = [...(theirs?.permissions ?? [])]
    .filter((name) => !own?.permissions.has(name))
    .sort()
  const administers = user.status === 'active' && user.roles.includes('admin')
  return {
    outranked: missing.length > 0,
    missing: can(actor, 'rbac:manage') ? missing : [],
    lastAdministrator: administers && (await countActiveAdmins(db())) === 1,
  }
}

/**
 * Which of these users hold something that the actor lacks, so that the actor may change nothing
 * about them. A picture for a page: every act decides anew, under the lock.
 */
export async function findHigherPrivilegedUsers(
  actor: Principal,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const held = await readGrants(db(), actor.userId)
  return new Set(await findHigherPrivilegedIds(db(), userIds, [...(held?.permissions ?? [])]))
}
