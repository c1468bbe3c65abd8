import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import { findManagedUser } from '@/lib/users/managed-user.store'
import { presentManagedUser, type ManagedUser } from '@/lib/users/present-managed-user'

/** A user, for holders of `users:read` and for themselves. To all others every id is the same, whether it exists or not. */
export async function getUser(actor: Principal, userId: string): Promise<Outcome<{ user: ManagedUser }>> {
  const self = userId.toLowerCase() === actor.userId
  if (!self && !can(actor, 'users:read'))
    return refuse('insufficient_permission', { requiredPermission: 'users:read' })
  const row = isId(userId) ? await findManagedUser(db(), userId) : null
  return row ? { ok: true, user: presentManagedUser(row) } : refuse('not_found')
}
