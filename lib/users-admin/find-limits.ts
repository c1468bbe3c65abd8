import { db } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'
import { countActiveAdmins } from '@/lib/rbac/assign-role.store'
import { can } from '@/lib/rbac/can'
import { readGrants } from '@/lib/rbac/grants.store'
import type { ManagedUser } from '@/lib/users/present-managed-user'

/** What will be refused whatever permission the actor has. */
export interface Limits {
  /** They hold something that the actor lacks: nothing about them can be changed. */
  outranked: boolean
  /** What that is; empty as well where the actor may not know what roles hold. */
  missing: string[]
  /** The role admin cannot be taken from them, nor can they be deactivated or deleted. */
  lastAdministrator: boolean
}

/**
 * Why changes of a user would be refused, to be said before somebody tries. A picture for a page: the changes themselves decide anew,
 * under the lock.
 */
export async function findLimits(actor: Principal, user: ManagedUser): Promise<Limits> {
  const [own, theirs] = await Promise.all([readGrants(db(), actor.userId), readGrants(db(), user.id)])
  const missing = [...(theirs?.permissions ?? [])].filter((name) => !own?.permissions.has(name)).sort()
  const administers = user.status === 'active' && user.roles.includes('admin')
  return {
    outranked: missing.length > 0,
    missing: can(actor, 'rbac:manage') ? missing : [],
    lastAdministrator: administers && (await countActiveAdmins(db())) === 1,
  }
}
