import { checkMayGrant } from '@/lib/access/administer'
import { writeSystemGrants } from '@/lib/access/catalog.store'
import {
  isCatalogName,
  isCatalogResource,
  MAX_OF_APPLICATIONS,
  MAX_PER_APPLICATION,
  partsOf,
} from '@/lib/access/permission.schemas'
import {
  countOwnPermissions,
  deleteOldestRetired,
  findReserved,
  type OwnPermissionRow,
  retireOwnPermissions,
  revokeEverywhere,
  takeFromKeys,
  writeOwnPermissions,
} from '@/lib/access/permission.store'
import type { AuditEntry } from '@/lib/audit/audit-actions'
import type { Tx } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { type Refusal, refuse } from '@/lib/platform/problems'
import type { Actor } from '@/lib/platform/request-context'

// The steps that changing one permission of an application and syncing all of them share. They need
// the catalog lock (administer), so what they read stays true until the transaction ends.

/** How many retired permissions are kept, to explain why a name has no effect. */
const KEEP_RETIRED = 1000

/** What an application says about one of its permissions. */
export interface PermissionTexts {
  description: string
  group: string | null
  /** Whether it counts when the permissions of two users are compared. */
  privileged: boolean
}

export type PermissionChanges = {
  [Field in keyof PermissionTexts]?: PermissionTexts[Field] | undefined
}

export type DescribedPermission = PermissionTexts & { name: string }

export function textsOf({ description, group, privileged }: PermissionTexts): PermissionTexts {
  return { description, group, privileged }
}

/** The texts after a change; omitted fields stay unchanged. */
export function changedTexts(before: PermissionTexts, changes: PermissionChanges): PermissionTexts {
  return {
    description: changes.description ?? before.description,
    group: changes.group === undefined ? before.group : changes.group,
    privileged: changes.privileged ?? before.privileged,
  }
}

export function isSameTexts(one: PermissionTexts, other: PermissionTexts): boolean {
  return JSON.stringify(textsOf(one)) === JSON.stringify(textsOf(other))
}

/**
 * Why an application cannot have these names, or null. The code of each build that shares the
 * database reserves its names and their first parts, also those that it no longer has.
 */
export async function checkNotReserved(
  tx: Tx,
  by: { names: readonly string[]; application: string; field: 'name' | 'application' },
): Promise<Refusal | null> {
  const reserved = await findReserved(tx, by)
  if (reserved === 'name' || by.names.some(isCatalogName)) return refuse('system_permission')
  return reserved === 'resource' || isCatalogResource(by.application)
    ? refuse('validation_failed', { errors: [fieldError([by.field], 'reserved_application')] })
    : null
}

/**
 * Why the actor may not retire these privileged permissions or make them unprivileged, or null: an
 * actor who lacks them could then change the users who have them.
 */
export function checkMayUnprotect(
  tx: Tx,
  actor: Actor,
  privileged: readonly string[],
): Promise<Refusal | null> {
  return checkMayGrant(tx, actor, privileged)
}

/** Why an application has too many permissions now, or null. `field` is blamed for it. */
export async function checkRoom(
  tx: Tx,
  application: string,
  field: 'name' | 'permissions',
): Promise<Refusal | null> {
  const { own, all } = await countOwnPermissions(tx, application)
  return own > MAX_PER_APPLICATION || all > MAX_OF_APPLICATIONS
    ? refuse('validation_failed', { errors: [fieldError([field], 'too_many')] })
    : null
}

/**
 * Adds permissions, also retired ones that return, and grants them to no role but `admin`, and to
 * no API key.
 */
export async function addPermissions(
  tx: Tx,
  permissions: readonly DescribedPermission[],
  now: Date,
): Promise<void> {
  if (permissions.length === 0) return
  // Retiring them already did this; nothing may regain them whatever happened in between.
  const names = permissions.map(({ name }) => name)
  await revokeEverywhere(tx, names, now)
  await takeFromKeys(tx, names)
  await storePermissions(tx, permissions, now)
  await writeSystemGrants(tx, now)
}

/** Stores the texts of permissions. */
export async function storePermissions(
  tx: Tx,
  permissions: readonly DescribedPermission[],
  now: Date,
): Promise<void> {
  const rows = permissions.map((permission) => ({ ...permission, ...partsOf(permission.name) }))
  if (rows.length > 0) await writeOwnPermissions(tx, rows, now)
}

/**
 * Retires permissions and takes them from every role and API key. Returns the audit records of it.
 */
export async function retirePermissions(
  tx: Tx,
  actor: Actor,
  permissions: readonly OwnPermissionRow[],
  now: Date,
): Promise<AuditEntry<'permission.retired', 'ok'>[]> {
  if (permissions.length === 0) return []
  const names = permissions.map(({ name }) => name)
  await retireOwnPermissions(tx, names, now)
  const holders = await revokeEverywhere(tx, names, now)
  const keys = await takeFromKeys(tx, names)
  await deleteOldestRetired(tx, KEEP_RETIRED)
  return permissions.map((permission) => ({
    action: 'permission.retired',
    outcome: 'ok',
    actorId: actor.userId,
    targetId: permission.name,
    details: {
      ...textsOf(permission),
      roles: holders.get(permission.name) ?? [],
      api_keys: keys.get(permission.name) ?? 0,
    },
  }))
}
