import { roleNameKey } from '@/lib/access/role.schemas'
import type { Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'

/**
 * Guards the catalog, the system roles and the first administrator: one writer at a time across the
 * whole database.
 */
const CATALOG_LOCK = 727_070_1

export async function lockCatalog(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CATALOG_LOCK}::bigint)`
}

/** Takes the catalog lock until `tx` ends, if it is free. Returns whether it was. */
export async function tryLockCatalog(tx: Tx): Promise<boolean> {
  const rows = await tx.$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${CATALOG_LOCK}::bigint) AS locked`
  return rows[0]?.locked === true
}

interface Definition {
  name: string
  description: string
}

/**
 * Makes the stored permissions of the code match `catalog` and retires those missing from it.
 * Returns the number of changed rows.
 */
export async function writePermissions(
  tx: Tx,
  catalog: readonly (Definition & { resource: string })[],
  now: Date,
): Promise<number> {
  const names = catalog.map((permission) => permission.name)
  const resources = catalog.map((permission) => permission.resource)
  const descriptions = catalog.map((permission) => permission.description)
  const written = await tx.$executeRaw`
    INSERT INTO permissions AS p (name, resource, description)
    SELECT * FROM unnest(${names}::text[], ${resources}::text[], ${descriptions}::text[])
    ON CONFLICT (name) DO UPDATE
    SET resource = EXCLUDED.resource, description = EXCLUDED.description, retired_at = NULL,
        application = NULL, group_name = NULL, privileged = true, version = p.version + 1
    WHERE p.retired_at IS NOT NULL OR p.application IS NOT NULL
      OR (p.resource, p.description) <> (EXCLUDED.resource, EXCLUDED.description)`
  const retired = await tx.$executeRaw`
    UPDATE permissions SET retired_at = ${now}
    WHERE retired_at IS NULL AND application IS NULL AND name <> ALL (${names}::text[])`
  return written + retired
}

/**
 * The permissions of applications that have a name of this catalog, retired ones included. Locks
 * them: a transaction that grants one of them ends first.
 */
export async function findShadowing(tx: Tx, names: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    SELECT name FROM permissions WHERE application IS NOT NULL AND name = ANY (${[...names]}::text[])
    ORDER BY name FOR NO KEY UPDATE`
  return rows.map(({ name }) => name)
}

/** Creates or updates the system roles by name. Returns the number of changed rows. */
export function writeSystemRoles(tx: Tx, roles: readonly Definition[], now: Date): Promise<number> {
  const ids = roles.map(() => newId())
  const names = roles.map((role) => role.name)
  const keys = names.map(roleNameKey)
  const descriptions = roles.map((role) => role.description)
  return tx.$executeRaw`
    INSERT INTO roles AS r (id, name, name_key, description, is_system, created_at, updated_at)
    SELECT id, name, name_key, description, true, ${now}::timestamptz, ${now}::timestamptz
    FROM unnest(${ids}::uuid[], ${names}::text[], ${keys}::text[], ${descriptions}::text[])
      AS given (id, name, name_key, description)
    ON CONFLICT (name_key) DO UPDATE
    SET name = EXCLUDED.name, description = EXCLUDED.description, is_system = true,
        version = r.version + 1, updated_at = EXCLUDED.updated_at
    WHERE NOT r.is_system OR (r.name, r.description) <> (EXCLUDED.name, EXCLUDED.description)`
}

/**
 * Grants `admin` every permission that isn't retired, and revokes all from `user`. Returns the
 * number of changed roles.
 */
export function writeSystemGrants(tx: Tx, now: Date): Promise<number> {
  return tx.$executeRaw`
    WITH granted AS (
      INSERT INTO role_permissions (role_id, permission)
      SELECT r.id, p.name FROM roles r CROSS JOIN permissions p
      WHERE r.is_system AND r.name_key = 'admin' AND p.retired_at IS NULL
      ON CONFLICT DO NOTHING
      RETURNING role_id
    ), taken AS (
      DELETE FROM role_permissions rp USING roles r
      WHERE r.id = rp.role_id AND r.is_system AND r.name_key = 'user'
      RETURNING rp.role_id
    )
    UPDATE roles SET version = version + 1, updated_at = ${now}
    WHERE id IN (SELECT role_id FROM granted UNION SELECT role_id FROM taken)`
}
