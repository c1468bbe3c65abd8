import { administer } from '@/lib/access/administer'
import { partsOf, type SyncedPermission } from '@/lib/access/permission.schemas'
import { listOwnPermissionRows, type OwnPermissionRow } from '@/lib/access/permission.store'
import {
  addPermissions,
  changedTexts,
  checkMayUnprotect,
  checkNotReserved,
  checkRoom,
  type DescribedPermission,
  isSameTexts,
  type PermissionTexts,
  retirePermissions,
  storePermissions,
  textsOf,
} from '@/lib/access/write-permissions'
import type { AuditAttempt, AuditEntry } from '@/lib/audit/audit-actions'
import { recordAudits } from '@/lib/audit/record-audit'
import { publish } from '@/lib/platform/bus/bus'
import { fieldError } from '@/lib/platform/field-errors'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'

/** The names that a sync added, changed and retired. */
interface SyncResult {
  added: string[]
  changed: string[]
  retired: string[]
}

/**
 * Makes the permissions of an application exactly these, in one transaction; repeating it changes
 * nothing. Where `group` or `privileged` is omitted, the stored value stays, also that of a retired
 * permission. Those that aren't listed are retired, and those that return belong to no role but
 * `admin`. Refuses `system_permission`, `validation_failed` (names of others, names twice, too
 * many), and `privilege_escalation` (checkMayUnprotect).
 */
export function syncPermissions(
  actor: Actor,
  asked: { application: string; permissions: readonly SyncedPermission[] },
  ctx: RequestContext,
): Promise<Outcome<{ result: SyncResult }>> {
  const { application, permissions } = asked
  const audit = { action: 'permission.synced', targetId: application } satisfies AuditAttempt
  return administer(ctx, { actor, permission: 'rbac:manage', audit }, async (tx) => {
    const names = namesOf(permissions)
    const wrong =
      (await checkNotReserved(tx, { names, application, field: 'application' })) ??
      checkOwnNames(application, names)
    if (wrong) return wrong
    const plan = planSync(await listOwnPermissionRows(tx, application), permissions)
    const result = {
      added: namesOf(plan.added),
      changed: namesOf(plan.changed),
      retired: namesOf(plan.retired),
    }
    if (Object.values(result).every(({ length }) => length === 0)) return { ok: true, result }
    const refusal = await checkMayUnprotect(tx, actor, plan.unprotected)
    if (refusal) return refusal
    const retired = await retirePermissions(tx, actor, plan.retired, ctx.now)
    await storePermissions(tx, plan.changed, ctx.now)
    await addPermissions(tx, plan.added, ctx.now)
    // Only now are the added ones among the permissions of administrators.
    const refused =
      (await checkMayUnprotect(tx, actor, plan.returning)) ??
      (await checkRoom(tx, application, 'permissions'))
    if (refused) return refused
    await publish(tx, { type: 'rbac.changed' })
    const by = { outcome: 'ok', actorId: actor.userId } as const
    const summary: AuditEntry = { ...audit, ...by, details: countsOf(result) }
    await recordAudits(tx, ctx, [summary, ...recordsOf(plan, actor), ...retired])
    return { ok: true, result }
  })
}

interface SyncPlan {
  added: DescribedPermission[]
  changed: (DescribedPermission & { before: PermissionTexts })[]
  retired: OwnPermissionRow[]
  /** The privileged permissions that would be retired or made unprivileged. */
  unprotected: string[]
  /** Those that were privileged when they were retired, and would return unprivileged. */
  returning: string[]
}

const NEW: PermissionTexts = { description: '', group: null, privileged: false }

function planSync(
  stored: readonly OwnPermissionRow[],
  asked: readonly SyncedPermission[],
): SyncPlan {
  const known = new Map(stored.map((row) => [row.name, row]))
  const unlisted = new Map([...known].filter(([, row]) => !row.retiredAt))
  const plan: SyncPlan = { added: [], changed: [], retired: [], unprotected: [], returning: [] }
  for (const { name, ...changes } of asked) {
    const before = unlisted.get(name)
    unlisted.delete(name)
    const after = changedTexts(known.get(name) ?? NEW, changes)
    if (!before) plan.added.push({ name, ...after })
    else if (!isSameTexts(before, after))
      plan.changed.push({ name, ...after, before: textsOf(before) })
    if (known.get(name)?.privileged && !after.privileged)
      (before ? plan.unprotected : plan.returning).push(name)
  }
  plan.retired = [...unlisted.values()]
  plan.unprotected.push(...namesOf(plan.retired.filter(({ privileged }) => privileged)))
  return plan
}

function namesOf(permissions: readonly { name: string }[]): string[] {
  return permissions.map(({ name }) => name)
}

function countsOf({ added, changed, retired }: SyncResult) {
  return { added: added.length, changed: changed.length, retired: retired.length }
}

function checkOwnNames(application: string, names: readonly string[]): Refusal | null {
  const seen = new Set<string>()
  const errors = names.flatMap((name, place) => {
    const path = ['permissions', place, 'name']
    if (partsOf(name).application !== application) return [fieldError(path, 'other_application')]
    if (seen.has(name)) return [fieldError(path, 'repeated')]
    seen.add(name)
    return []
  })
  return errors.length > 0 ? refuse('validation_failed', { errors }) : null
}

function recordsOf({ added, changed }: SyncPlan, actor: Actor): AuditEntry[] {
  const by = { outcome: 'ok', actorId: actor.userId } as const
  return [
    ...added.map(({ name, ...details }): AuditEntry => {
      return { action: 'permission.created', targetId: name, details, ...by }
    }),
    ...changed.map(({ name, before, ...after }): AuditEntry => {
      return { action: 'permission.changed', targetId: name, details: { before, after }, ...by }
    }),
  ]
}
