import { administer } from '@/lib/access/administer'
import { presentOwnPermission, type VersionedPermission } from '@/lib/access/catalog'
import { isCatalogName, isOwnName, partsOf } from '@/lib/access/permission.schemas'
import {
  findOwnPermission,
  findReserved,
  type OwnPermissionRow,
} from '@/lib/access/permission.store'
import {
  addPermissions,
  changedTexts,
  checkMayUnprotect,
  checkNotReserved,
  checkRoom,
  type DescribedPermission,
  isSameTexts,
  type PermissionChanges,
  retirePermissions,
  storePermissions,
  textsOf,
} from '@/lib/access/write-permissions'
import type { AuditAttempt } from '@/lib/audit/audit-actions'
import { recordAudit, recordAudits } from '@/lib/audit/record-audit'
import { publish } from '@/lib/platform/bus/bus'
import { type AcceptedVersions, checkVersion } from '@/lib/platform/check-version'
import type { Tx } from '@/lib/platform/db/database'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'

/**
 * Adds a permission of an application, or brings back a retired one; only the role `admin` has it.
 * Refuses `system_permission` (a name of the code), `permission_name_taken`, `validation_failed` (a
 * name that begins like those of the code, or too many), and `privilege_escalation`
 * (checkMayUnprotect).
 */
export function createPermission(
  actor: Actor,
  asked: DescribedPermission,
  ctx: RequestContext,
): Promise<Outcome<{ permission: VersionedPermission }>> {
  const { name } = asked
  const { application } = partsOf(name)
  const audit = {
    action: 'permission.created',
    targetId: name,
    details: textsOf(asked),
  } satisfies AuditAttempt
  return administer(ctx, { actor, permission: 'rbac:manage', audit }, async (tx) => {
    const reserved = await checkNotReserved(tx, { names: [name], application, field: 'name' })
    if (reserved) return reserved
    const before = await findOwnPermission(tx, name)
    if (before && !before.retiredAt) return refuse('permission_name_taken')
    await addPermissions(tx, [asked], ctx.now)
    const unprotected = before?.privileged && !asked.privileged ? [name] : []
    const refused =
      (await checkMayUnprotect(tx, actor, unprotected)) ??
      (await checkRoom(tx, application, 'name'))
    if (refused) return refused
    await publish(tx, { type: 'rbac.changed' })
    await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId })
    return { ok: true, permission: await present(tx, name) }
  })
}

interface PermissionTarget {
  name: string
  versions?: AcceptedVersions
}

/**
 * Changes the texts of a permission of an application, or whether it is privileged; omitted fields
 * stay unchanged. Refuses `system_permission`, `not_found` (also a retired one),
 * `precondition_failed` if `versions` lacks its version, and `privilege_escalation`
 * (checkMayUnprotect).
 */
export function changePermission(
  actor: Actor,
  { name, changes, versions }: PermissionTarget & { changes: PermissionChanges },
  ctx: RequestContext,
): Promise<Outcome<{ permission: VersionedPermission }>> {
  const audit = {
    action: 'permission.changed',
    targetId: recordedName(name),
    details: { asked: definedParts(changes) },
  } satisfies AuditAttempt
  return administer(ctx, { actor, permission: 'rbac:manage', audit }, async (tx) => {
    const found = await findChangeable(tx, { name, versions })
    if (!found.ok) return found
    const before = textsOf(found.row)
    const after = changedTexts(before, changes)
    if (isSameTexts(before, after)) return { ok: true, permission: presentOwnPermission(found.row) }
    const unprotected = before.privileged && !after.privileged ? [name] : []
    const refusal = await checkMayUnprotect(tx, actor, unprotected)
    if (refusal) return refusal
    await storePermissions(tx, [{ name, ...after }], ctx.now)
    await publish(tx, { type: 'rbac.changed' })
    const about = { outcome: 'ok', actorId: actor.userId, targetId: name } as const
    await recordAudit(tx, ctx, {
      action: 'permission.changed',
      details: { before, after },
      ...about,
    })
    return { ok: true, permission: await present(tx, name) }
  })
}

/**
 * Retires a permission of an application: every role loses it. Refuses `system_permission`,
 * `not_found` (also a retired one), `precondition_failed` if `versions` lacks its version, and
 * `privilege_escalation` (checkMayUnprotect).
 */
export function retirePermission(
  actor: Actor,
  { name, versions }: PermissionTarget,
  ctx: RequestContext,
): Promise<Outcome> {
  const audit = {
    action: 'permission.retired',
    targetId: recordedName(name),
  } satisfies AuditAttempt
  return administer(ctx, { actor, permission: 'rbac:manage', audit }, async (tx) => {
    const found = await findChangeable(tx, { name, versions })
    if (!found.ok) return found
    const refusal = await checkMayUnprotect(tx, actor, found.row.privileged ? [name] : [])
    if (refusal) return refusal
    const records = await retirePermissions(tx, actor, [found.row], ctx.now)
    await publish(tx, { type: 'rbac.changed' })
    await recordAudits(tx, ctx, records)
    return { ok: true }
  })
}

async function findChangeable(
  tx: Tx,
  { name, versions }: PermissionTarget,
): Promise<Outcome<{ row: OwnPermissionRow }>> {
  if (isCatalogName(name)) return refuse('system_permission')
  if (!isOwnName(name)) return refuse('not_found')
  const row = await findOwnPermission(tx, name)
  if (row && !row.retiredAt) return checkVersion(row, versions) ?? { ok: true, row }
  const reserved = await findReserved(tx, { names: [name], ...partsOf(name) })
  return refuse(reserved === 'name' ? 'system_permission' : 'not_found')
}

async function present(tx: Tx, name: string): Promise<VersionedPermission> {
  return presentOwnPermission((await findOwnPermission(tx, name))!)
}

/** A name from an address, which can be anything, as it is recorded: only if it could exist. */
function recordedName(name: string): string | null {
  return isCatalogName(name) || isOwnName(name) ? name : null
}

function definedParts({ description, group, privileged }: PermissionChanges) {
  return {
    ...(description === undefined ? {} : { description }),
    ...(group === undefined ? {} : { group }),
    ...(privileged === undefined ? {} : { privileged }),
  }
}
