import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import {
  findShadowing,
  tryLockCatalog,
  writePermissions,
  writeSystemGrants,
  writeSystemRoles,
} from '@/lib/access/catalog.store'
import { isOwnName } from '@/lib/access/permission.schemas'
import {
  findOwnPermission,
  listOwnPermissionRows,
  listRetiredCatalogRows,
  type OwnPermissionRow,
  revokeEverywhere,
  takeFromKeys,
} from '@/lib/access/permission.store'
import type { permissionResponse } from '@/lib/access/role.responses'
import { recordAudits } from '@/lib/audit/record-audit'
import { permissionCatalog, SYSTEM_ROLES } from '@/lib/config/permission-catalog'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'

const RETRY_MS = 50

type Catalog = readonly { name: string; resource: string; description: string }[]

/**
 * Makes the database's catalog match the code, in one transaction: adds and updates permissions,
 * retires those that left the code and reinstates those that returned, ensures that the system
 * roles exist, and grants `admin` everything that isn't retired. Any number of instances may call
 * it at the same time. Notifies the bus if and only if something changed. If the code now has a
 * permission with the name of an application's, the permission becomes the code's
 * (docs/decisions/0026).
 */
export async function syncCatalog(now: Date, catalog: Catalog = permissionCatalog): Promise<void> {
  // Retries instead of waiting inside a statement, because statements time out (server-pool.ts) and
  // many instances may be ahead of this one.
  while (!(await inTransaction((tx) => trySync(tx, catalog, now)))) await wait(RETRY_MS)
}

async function trySync(tx: Tx, catalog: Catalog, now: Date): Promise<boolean> {
  if (!(await tryLockCatalog(tx))) return false
  await takeOverNames(tx, catalog, now)
  const changes =
    (await writePermissions(tx, catalog, now)) +
    (await writeSystemRoles(tx, SYSTEM_ROLES, now)) +
    (await writeSystemGrants(tx, now))
  if (changes > 0) await publish(tx, { type: 'rbac.changed' })
  return true
}

/**
 * Revokes an application's permission from all roles and API keys if the catalog now has one of the
 * same name, because it was granted with the application's meaning, not with the new one.
 */
async function takeOverNames(tx: Tx, catalog: Catalog, now: Date): Promise<void> {
  const names = await findShadowing(
    tx,
    catalog.map(({ name }) => name),
  )
  if (names.length === 0) return
  logger().warn({ names }, 'permissions of applications now belong to the service')
  const holders = await revokeEverywhere(tx, names, now)
  const keys = await takeFromKeys(tx, names)
  const ctx = { ip: null, userAgent: null, requestId: newId(), surface: 'api', now } as const
  await recordAudits(
    tx,
    ctx,
    names.map((name) => ({
      action: 'permission.taken_over',
      outcome: 'ok',
      targetId: name,
      details: { roles: holders.get(name) ?? [], api_keys: keys.get(name) ?? 0 },
    })),
  )
}

/** A permission as shown to administrators. */
export type ListedPermission = z.output<typeof permissionResponse>

/** A permission of an application as shown to administrators. */
export type VersionedPermission = ListedPermission & { version: number }

/**
 * The permissions of the code in their order, then those of applications by name, then retired ones
 * by name. The retired ones come from the database, because an instance with a newer catalog may
 * have retired others.
 */
export async function listPermissions(): Promise<ListedPermission[]> {
  const [gone, own] = await Promise.all([
    listRetiredCatalogRows(db()),
    listOwnPermissionRows(db(), null),
  ])
  const names = new Set(gone.map(({ name }) => name))
  const current = permissionCatalog.filter(({ name }) => !names.has(name))
  const presented = own.map(presentOwnPermission)
  const retired = [
    ...gone.map(({ retiredAt, ...permission }) => ({
      ...presentCatalogPermission(permission),
      retired: true as const,
      ...(retiredAt && { retired_at: retiredAt.toISOString() }),
    })),
    ...presented.filter((permission) => permission.retired),
  ].sort((a, b) => (a.name < b.name ? -1 : 1))
  return [
    ...current.map(presentCatalogPermission),
    ...presented.filter((permission) => !permission.retired),
    ...retired,
  ]
}

/** The permission of an application by its name, retired or not; null if there is none. */
export async function findPermission(name: string): Promise<VersionedPermission | null> {
  const row = isOwnName(name) ? await findOwnPermission(db(), name) : null
  return row && presentOwnPermission(row)
}

/** A permission of an application that can be granted. */
export type OwnPermission = Pick<
  OwnPermissionRow,
  'name' | 'number' | 'application' | 'group' | 'description'
>

/** The permissions of all applications that can be granted, by name. */
export async function listOwnPermissions(): Promise<OwnPermission[]> {
  const rows = await listOwnPermissionRows(db(), null)
  return rows.filter(({ retiredAt }) => !retiredAt)
}

function presentCatalogPermission({
  name,
  description,
  resource,
}: Catalog[number]): ListedPermission {
  const system = {
    application: null,
    group: null,
    privileged: true,
    version: null,
    created_at: null,
  }
  return { name, description, resource, ...system }
}

/** Converts a permission of an application to the form used by the API and pages. */
export function presentOwnPermission(row: OwnPermissionRow): VersionedPermission {
  const { name, description, resource, application, group, privileged, version } = row
  return {
    ...{ name, description, resource, application, group, privileged, version },
    created_at: row.createdAt.toISOString(),
    ...(row.retiredAt && { retired: true, retired_at: row.retiredAt.toISOString() }),
  }
}
