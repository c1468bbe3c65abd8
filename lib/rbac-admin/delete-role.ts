import { recordAudit } from '@/lib/audit/record-audit'
import { publish } from '@/lib/platform/bus/bus'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { holdRole, type RoleTarget } from '@/lib/rbac-admin/hold-role'
import { deleteRoleRow, takeRoleFromDeleted } from '@/lib/rbac-admin/role.store'
import { administer } from '@/lib/rbac/administer'

/**
 * Deletes a role that nobody has. Refuses what holdRole refuses, then `role_in_use`, also for accounts that are not active. Deleted
 * accounts do not stand in the way, because nobody can take a role from them: they lose it, and would be restored without.
 */
export async function deleteRole(
  actor: Principal,
  target: RoleTarget,
  ctx: RequestContext,
): Promise<Outcome> {
  if (!isId(target.roleId)) return refuse('not_found')
  const audit = { action: 'role.deleted', targetType: 'role', targetId: target.roleId.toLowerCase() }
  return administer(ctx, { actor, permission: 'rbac:manage', audit }, async (tx) => {
    const held = await holdRole(tx, actor, target)
    if (!held.ok) return held
    const { id, name, description, permissions, retired } = held.role
    const deletedHolders = await takeRoleFromDeleted(tx, id)
    if (!(await deleteRoleRow(tx, id))) return refuse('role_in_use')
    await publish(tx, { type: 'rbac.changed' })
    const before = { name, description, permissions: [...permissions, ...retired].sort() }
    const details = { before, ...(deletedHolders > 0 && { deleted_holders: deletedHolders }) }
    await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId, details })
    return { ok: true }
  })
}
