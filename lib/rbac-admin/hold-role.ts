import type { Tx } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { findRole, type RoleRow } from '@/lib/rbac-admin/role.store'
import { refuseGranting } from '@/lib/rbac/may-act-on'

/** Which role an administrator changes, by a valid id. */
export interface RoleTarget {
  roleId: string
  /** The versions of the role that the caller accepts (If-Match); null or absent for any. */
  versions?: readonly number[] | null
}

/**
 * The role, as long as the catalog lock is held, if it may be changed by `actor`. Refuses `not_found`, `precondition_failed`,
 * `system_role_immutable`, and `privilege_escalation` where the role holds what the actor lacks, retired or not: a change of it
 * changes people who hold more.
 */
export async function holdRole(
  tx: Tx,
  actor: Principal,
  { roleId, versions }: RoleTarget,
): Promise<Outcome<{ role: RoleRow }>> {
  const role = await findRole(tx, roleId)
  if (!role) return refuse('not_found')
  if (versions && !versions.includes(role.version)) return refuse('precondition_failed')
  if (role.isSystem) return refuse('system_role_immutable')
  const refusal = await refuseGranting(tx, actor, [...role.permissions, ...role.retired])
  return refusal ?? { ok: true, role }
}
