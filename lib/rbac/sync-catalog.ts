import { setTimeout as wait } from 'node:timers/promises'
import { publish } from '@/lib/platform/bus/bus'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import {
  tryLockCatalog,
  writePermissions,
  writeSystemGrants,
  writeSystemRoles,
} from '@/lib/rbac/catalog.store'
import { permissionCatalog, SYSTEM_ROLES } from '@/lib/rbac/permission-catalog'

const RETRY_MS = 50

type Catalog = readonly { name: string; resource: string; description: string }[]

/**
 * Makes the database's catalog that of the code, in one transaction: permissions are added, changed, retired when they left
 * the code and taken back when they return; the system roles exist; `admin` holds everything that is not retired. Any
 * number of instances may call it at once. Tells the bus if and only if something changed.
 */
export async function syncCatalog(now: Date, catalog: Catalog = permissionCatalog): Promise<void> {
  // Tried again rather than waited for inside a statement: those end after 1.8 s, and many instances may be before us.
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
