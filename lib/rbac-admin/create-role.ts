import { recordAudit } from '@/lib/audit/record-audit'
import { publish } from '@/lib/platform/bus/bus'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { presentRole, type PresentedRole } from '@/lib/rbac-admin/present-role'
import { refuseUngrantable } from '@/lib/rbac-admin/refuse-ungrantable'
import { findRole, insertRoleRow, replaceRolePermissions } from '@/lib/rbac-admin/role.store'
import { administer } from '@/lib/rbac/administer'
import { refuseGranting } from '@/lib/rbac/may-act-on'

/**
 * Makes a role, with permissions that the actor holds. Refuses `validation_failed` (a permission that is retired),
 * `privilege_escalation` and `role_name_taken` (names are compared by roleNameKey).
 */
export function createRole(
  actor: Principal,
  role: { name: string; description: string; permissions: readonly string[] },
  ctx: RequestContext,
): Promise<Outcome<{ role: PresentedRole }>> {
  const { name, description } = role
  const permissions = [...role.permissions]
  const audit = { action: 'role.created', targetType: 'role', details: { name, description, permissions } }
  return administer(ctx, { actor, permission: 'rbac:manage', audit }, async (tx) => {
    const refusal =
      (await refuseUngrantable(tx, permissions)) ?? (await refuseGranting(tx, actor, permissions))
    if (refusal) return refusal
    const targetId = await insertRoleRow(tx, { name, description, now: ctx.now })
    if (!targetId) return refuse('role_name_taken')
    await replaceRolePermissions(tx, targetId, permissions)
    await publish(tx, { type: 'rbac.changed' })
    await recordAudit(tx, ctx, { ...audit, targetId, outcome: 'ok', actorId: actor.userId })
    return { ok: true, role: presentRole((await findRole(tx, targetId))!) }
  })
}
