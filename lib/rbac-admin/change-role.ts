import { recordAudit, type AuditEntry } from '@/lib/audit/record-audit'
import { publish } from '@/lib/platform/bus/bus'
import type { Tx } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { holdRole, type RoleTarget } from '@/lib/rbac-admin/hold-role'
import { presentRole, type PresentedRole } from '@/lib/rbac-admin/present-role'
import { refuseUngrantable } from '@/lib/rbac-admin/refuse-ungrantable'
import {
  findRole,
  replaceRolePermissions,
  touchRole,
  updateRoleRow,
  type RoleRow,
} from '@/lib/rbac-admin/role.store'
import { administer } from '@/lib/rbac/administer'
import { refuseGranting } from '@/lib/rbac/may-act-on'

/** What is left out stays as it is; `permissions` replaces all of them, retired ones too. */
export interface RoleChanges {
  name?: string | undefined
  description?: string | undefined
  permissions?: readonly string[] | undefined
}

/**
 * Changes name, description or permissions of a role; effective with the commit. Refuses what holdRole refuses, then
 * `validation_failed` (a permission that is retired), `privilege_escalation` and `role_name_taken`. What is already as wanted
 * is answered without a write.
 */
export async function changeRole(
  actor: Principal,
  { changes, ...target }: RoleTarget & { changes: RoleChanges },
  ctx: RequestContext,
): Promise<Outcome<{ role: PresentedRole }>> {
  if (!isId(target.roleId)) return refuse('not_found')
  const { name, description, permissions } = changes
  const onlyPermissions = permissions && name === undefined && description === undefined
  const audit = {
    action: onlyPermissions ? 'role.permissions_changed' : 'role.changed',
    targetType: 'role',
    targetId: target.roleId.toLowerCase(),
    details: { asked: definedParts(changes) },
  }
  return administer(ctx, { actor, permission: 'rbac:manage', audit }, async (tx) => {
    const wrong = permissions && (await refuseUngrantable(tx, permissions))
    if (wrong) return wrong
    const held = await holdRole(tx, actor, target)
    if (!held.ok) return held
    const before = held.role
    const refusal = permissions && (await refuseGranting(tx, actor, permissions))
    if (refusal) return refusal
    const renamed = await rename(tx, before, changes)
    if (!renamed.ok) return renamed
    const regranted = await regrant(tx, before, permissions)
    const records = [renamed.record, regranted].filter((record) => record !== null)
    if (records.length === 0) return { ok: true, role: presentRole(before) }
    await touchRole(tx, before.id, ctx.now)
    await publish(tx, { type: 'rbac.changed' })
    const about = { outcome: 'ok', actorId: actor.userId, targetType: 'role', targetId: before.id } as const
    for (const record of records) await recordAudit(tx, ctx, { ...about, ...record })
    return { ok: true, role: presentRole((await findRole(tx, before.id))!) }
  })
}

type Record = Pick<AuditEntry, 'action' | 'details'> | null

async function rename(tx: Tx, before: RoleRow, changes: RoleChanges): Promise<Outcome<{ record: Record }>> {
  const { id } = before
  const old = { name: before.name, description: before.description }
  const wanted = { name: changes.name ?? old.name, description: changes.description ?? old.description }
  if (wanted.name === old.name && wanted.description === old.description) return { ok: true, record: null }
  if (!(await updateRoleRow(tx, { id, ...wanted }))) return refuse('role_name_taken')
  return { ok: true, record: { action: 'role.changed', details: { before: old, after: wanted } } }
}

async function regrant(tx: Tx, before: RoleRow, permissions: RoleChanges['permissions']): Promise<Record> {
  if (!permissions) return null
  const old = [...before.permissions, ...before.retired].sort()
  const wanted = [...permissions].sort()
  if (old.join() === wanted.join()) return null
  await replaceRolePermissions(tx, before.id, wanted)
  return {
    action: 'role.permissions_changed',
    details: { name: before.name, before: old, after: wanted },
  }
}

function definedParts({ name, description, permissions }: RoleChanges) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(permissions === undefined ? {} : { permissions: [...permissions] }),
  }
}
