import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import type { ProblemCode } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { findRole } from '@/lib/rbac-admin/role.store'
import { refuseGranting } from '@/lib/rbac/may-act-on'

/**
 * By what any change of a role would be refused to `actor` as things are now; null when it would not. For showing what can be
 * done: what holdRole decides under the lock is what counts.
 */
export async function findRoleRefusal(actor: Principal, roleId: string): Promise<ProblemCode | null> {
  const role = isId(roleId) ? await findRole(db(), roleId) : null
  if (!role) return 'not_found'
  if (role.isSystem) return 'system_role_immutable'
  return (await refuseGranting(db(), actor, [...role.permissions, ...role.retired]))?.code ?? null
}
