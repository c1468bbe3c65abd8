import { administer, checkMayActOnHolders, checkMayGrant } from '@/lib/access/administer'
import { type PresentedRole, presentRole } from '@/lib/access/present-role'
import {
  deleteRoleRow,
  findGrantable,
  findRole,
  insertRoleRow,
  replaceRolePermissions,
  type RoleRow,
  setRequiresMfa,
  removeRoleFromDeleted,
  touchRole,
  updateRoleRow,
} from '@/lib/access/role.store'
import type { AuditAttempt, AuditSuccess } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { publish } from '@/lib/platform/bus/bus'
import { type AcceptedVersions, checkVersion } from '@/lib/platform/check-version'
import type { Db, Tx } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { isId } from '@/lib/platform/ids'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/** The role that an administrator changes, by a valid id. */
interface RoleTarget {
  roleId: string
  versions?: AcceptedVersions
}

/**
 * The role, if `actor` may change it; valid while the catalog lock is held. Refuses `not_found`,
 * `precondition_failed`, `system_role_immutable`, and `privilege_escalation` if the role has a
 * permission, retired or not, that the actor lacks: changing it would affect users with more
 * permissions than the actor.
 */
async function findChangeableRole(
  tx: Tx,
  actor: Principal,
  { roleId, versions }: RoleTarget,
  { alsoSystem = false } = {},
): Promise<Outcome<{ role: RoleRow }>> {
  const role = await findRole(tx, roleId)
  if (!role) return refuse('not_found')
  const stale = checkVersion(role, versions)
  if (stale) return stale
  if (role.isSystem && !alsoSystem) return refuse('system_role_immutable')
  const refusal = await checkMayGrant(tx, actor, [...role.permissions, ...role.retired])
  return refusal ?? { ok: true, role }
}

/**
 * Why the names under `/permissions` of a body, in the order of the body, cannot be granted, or
 * null. The body was validated against this instance's catalog; a newer instance may have retired a
 * name since.
 */
export async function checkGrantable(db: Db, names: readonly string[]): Promise<Refusal | null> {
  const grantable = new Set(await findGrantable(db, names))
  const errors = names.flatMap((name, place) =>
    grantable.has(name) ? [] : [fieldError(['permissions', place], 'not_supported')],
  )
  return errors.length > 0 ? refuse('validation_failed', { errors }) : null
}

/** A list of permissions as roles and their audit records have it: each name once, sorted. */
export function uniquePermissions(names: readonly string[]): string[] {
  return [...new Set(names)].sort()
}

/**
 * Creates a role with permissions that the actor has. Refuses `validation_failed` (a retired
 * permission), `privilege_escalation` and `role_name_taken` (names are compared by roleNameKey).
 */
export function createRole(
  actor: Principal,
  role: {
    name: string
    description: string
    permissions?: readonly string[] | undefined
    requires_mfa?: boolean
  },
  ctx: RequestContext,
): Promise<Outcome<{ role: PresentedRole }>> {
  const { name, description, requires_mfa = false } = role
  const sent = role.permissions ?? []
  const permissions = uniquePermissions(sent)
  const audit = {
    action: 'role.created',
    details: { name, description, permissions, ...(requires_mfa && { requires_mfa }) },
  } satisfies AuditAttempt
  return administer(ctx, { actor, permission: 'rbac:manage', audit }, async (tx) => {
    const refusal =
      (await checkGrantable(tx, sent)) ?? (await checkMayGrant(tx, actor, permissions))
    if (refusal) return refusal
    const targetId = await insertRoleRow(tx, { name, description, now: ctx.now })
    if (!targetId) return refuse('role_name_taken')
    await replaceRolePermissions(tx, targetId, permissions)
    if (requires_mfa) await setRequiresMfa(tx, targetId, true)
    await publish(tx, { type: 'rbac.changed' })
    await recordAudit(tx, ctx, { ...audit, targetId, outcome: 'ok', actorId: actor.userId })
    return { ok: true, role: presentRole((await findRole(tx, targetId))!) }
  })
}

/** Omitted fields stay unchanged; `permissions` replaces all of them, including retired ones. */
export interface RoleChanges {
  name?: string | undefined
  description?: string | undefined
  permissions?: readonly string[] | undefined
  requires_mfa?: boolean | undefined
}

/**
 * Changes the name, description, permissions or the requirement of two-step verification of a role,
 * effective on commit. Of a system role, only the requirement. Refuses what findChangeableRole
 * refuses, then `validation_failed` (a retired permission), `privilege_escalation` (also of a
 * requirement, if a holder of the role has a privileged permission that the actor lacks) and
 * `role_name_taken`. Doesn't write if nothing differs.
 */
export async function changeRole(
  actor: Principal,
  { changes, ...target }: RoleTarget & { changes: RoleChanges },
  ctx: RequestContext,
): Promise<Outcome<{ role: PresentedRole }>> {
  if (!isId(target.roleId)) return refuse('not_found')
  const { name, description, requires_mfa } = changes
  const permissions = changes.permissions && uniquePermissions(changes.permissions)
  const keepsTexts = name === undefined && description === undefined
  const onlyRequirement = keepsTexts && !permissions && requires_mfa !== undefined
  const audit = {
    action:
      permissions && keepsTexts && requires_mfa === undefined
        ? 'role.permissions_changed'
        : 'role.changed',
    targetId: target.roleId.toLowerCase(),
    details: { asked: definedParts({ ...changes, permissions }) },
  } satisfies AuditAttempt
  return administer(ctx, { actor, permission: 'rbac:manage', audit }, async (tx) => {
    const wrong = changes.permissions && (await checkGrantable(tx, changes.permissions))
    if (wrong) return wrong
    const held = await findChangeableRole(tx, actor, target, { alsoSystem: onlyRequirement })
    if (!held.ok) return held
    const before = held.role
    const changesRequirement = requires_mfa !== undefined && requires_mfa !== before.requiresMfa
    const refusal =
      (permissions && (await checkMayGrant(tx, actor, permissions))) ??
      (changesRequirement ? await checkMayActOnHolders(tx, actor, before.id) : null)
    if (refusal) return refusal
    const renamed = await rename(tx, before, changes)
    if (!renamed.ok) return renamed
    const regranted = await regrant(tx, before, permissions)
    const required = await changeRequirement(tx, before, requires_mfa)
    const records = [renamed.record, regranted, required].filter((record) => record !== null)
    if (records.length === 0) return { ok: true, role: presentRole(before) }
    await touchRole(tx, before.id, ctx.now)
    await publish(tx, { type: 'rbac.changed' })
    const about = { outcome: 'ok', actorId: actor.userId, targetId: before.id } as const
    for (const record of records) await recordAudit(tx, ctx, { ...record, ...about })
    return { ok: true, role: presentRole((await findRole(tx, before.id))!) }
  })
}

type RolePart = AuditSuccess<'role.changed' | 'role.permissions_changed'> | null

async function rename(
  tx: Tx,
  before: RoleRow,
  changes: RoleChanges,
): Promise<Outcome<{ record: RolePart }>> {
  const { id } = before
  const old = { name: before.name, description: before.description }
  const wanted = {
    name: changes.name ?? old.name,
    description: changes.description ?? old.description,
  }
  if (wanted.name === old.name && wanted.description === old.description)
    return { ok: true, record: null }
  if (!(await updateRoleRow(tx, { id, ...wanted }))) return refuse('role_name_taken')
  return { ok: true, record: { action: 'role.changed', details: { before: old, after: wanted } } }
}

async function regrant(
  tx: Tx,
  before: RoleRow,
  permissions: string[] | undefined,
): Promise<RolePart> {
  if (!permissions) return null
  const old = [...before.permissions, ...before.retired].sort()
  if (old.join() === permissions.join()) return null
  await replaceRolePermissions(tx, before.id, permissions)
  return {
    action: 'role.permissions_changed',
    details: { name: before.name, before: old, after: permissions },
  }
}

async function changeRequirement(
  tx: Tx,
  { id, name, requiresMfa }: RoleRow,
  wanted: boolean | undefined,
): Promise<AuditSuccess<'role.mfa_requirement_changed'> | null> {
  if (wanted === undefined || wanted === requiresMfa) return null
  await setRequiresMfa(tx, id, wanted)
  const details = { name, before: requiresMfa, after: wanted }
  return { action: 'role.mfa_requirement_changed', details }
}

function definedParts({ name, description, permissions, requires_mfa }: RoleChanges) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(permissions === undefined ? {} : { permissions: [...permissions] }),
    ...(requires_mfa === undefined ? {} : { requires_mfa }),
  }
}

/**
 * Deletes a role that isn't assigned to anyone. Refuses what findChangeableRole refuses, then
 * `role_in_use`, also for inactive accounts. Deleted accounts don't block it, because no one can
 * remove their roles: they lose the role, and would be restored without it.
 */
export async function deleteRole(
  actor: Principal,
  target: RoleTarget,
  ctx: RequestContext,
): Promise<Outcome> {
  if (!isId(target.roleId)) return refuse('not_found')
  const audit = {
    action: 'role.deleted',
    targetId: target.roleId.toLowerCase(),
  } satisfies AuditAttempt
  return administer(ctx, { actor, permission: 'rbac:manage', audit }, async (tx) => {
    const held = await findChangeableRole(tx, actor, target)
    if (!held.ok) return held
    const { id, name, description, permissions, retired } = held.role
    const deletedHolders = await removeRoleFromDeleted(tx, id)
    if (!(await deleteRoleRow(tx, id))) return refuse('role_in_use')
    await publish(tx, { type: 'rbac.changed' })
    const before = { name, description, permissions: [...permissions, ...retired].sort() }
    const details = { before, ...(deletedHolders > 0 && { deleted_holders: deletedHolders }) }
    await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId, details })
    return { ok: true }
  })
}
