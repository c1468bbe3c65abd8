import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import {
  tryLockCatalog,
  writePermissions,
  writeSystemGrants,
  writeSystemRoles,
} from '@/lib/access/catalog.store'
import type { permissionResponse } from '@/lib/access/role.responses'
import { findRetiredPermissions } from '@/lib/access/role.store'
import { permissionCatalog, SYSTEM_ROLES } from '@/lib/config/permission-catalog'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'

const RETRY_MS = 50

type Catalog = readonly { name: string; resource: string; description: string }[]

/**
 * Makes the database's catalog match the code, in one transaction: adds and updates permissions,
 * retires those that left the code and reinstates those that returned, ensures that the system
 * roles exist, and grants `admin` everything that isn't retired. Any number of instances may call
 * it at the same time. Notifies the bus if and only if something changed.
 */
export async function syncCatalog(now: Date, catalog: Catalog = permissionCatalog): Promise<void> {
  // Retries instead of waiting inside a statement, because statements time out after 1.8 s and many
  // instances may be ahead of this one.
  while (!(await inTransaction((tx) => trySync(tx, catalog, now)))) await wait(RETRY_MS)
}

async function trySync(tx: Tx, catalog: Catalog, now: Date): Promise<boolean> {
  if (!(await tryLockCatalog(tx))) return false
  const changes =
    (await writePermissions(tx, catalog, now)) +
    (await writeSystemRoles(tx, SYSTEM_ROLES, now)) +
    (await writeSystemGrants(tx, now))
  if (changes > 0) await publish(tx, { type: 'rbac.changed' })
  return true
}

/** A permission as shown to administrators. */
export type ListedPermission = z.output<typeof permissionResponse>

/**
 * The catalog in its order, then retired permissions by name; another instance may have a newer
 * catalog and so other retired ones.
 */
export async function listPermissions(): Promise<ListedPermission[]> {
  const retired = await findRetiredPermissions(db())
  const gone = new Set(retired.map(({ name }) => name))
  const current = permissionCatalog.filter(({ name }) => !gone.has(name))
  return [
    ...current.map(({ name, description, resource }) => ({ name, description, resource })),
    ...retired.map((permission) => ({ ...permission, retired: true as const })),
  ]
}
