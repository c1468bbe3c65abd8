import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import { readGrantedPermissions, type GrantedPermission } from '@/lib/users-admin/user-view.store'

/**
 * What a user may do, and by which of their roles; sorted. Needs `rbac:manage`: who may read users learns the names of their roles,
 * but what a role holds is told by the roles' own endpoints under that permission alone, and this must be no way around it.
 */
export async function listGrantedPermissions(
  actor: Principal,
  userId: string,
): Promise<Outcome<{ permissions: GrantedPermission[] }>> {
  if (!can(actor, 'rbac:manage'))
    return refuse('insufficient_permission', { requiredPermission: 'rbac:manage' })
  return { ok: true, permissions: isId(userId) ? await readGrantedPermissions(db(), userId) : [] }
}
