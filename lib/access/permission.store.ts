import type { Db, Tx } from '@/lib/platform/db/database'
import { Prisma } from '@/prisma/generated/client'

/** A permission of an application. */
export interface OwnPermissionRow {
  name: string
  /** Names it in the address of a role's draft. */
  number: number
  application: string
  resource: string
  /** The heading it appears under in the role form. */
  group: string | null
  description: string
  /** Whether it counts when the permissions of two users are compared. */
  privileged: boolean
  /** Increases with each change. */
  version: number
  createdAt: Date
  retiredAt: Date | null
}

const COLUMNS = Prisma.sql`name, number, application, resource, group_name AS "group", description,
  privileged, version, created_at AS "createdAt", retired_at AS "retiredAt"`

/** The permissions of one application, or of all, by name; retired ones included. */
export function listOwnPermissionRows(
  db: Db,
  application: string | null,
): Promise<OwnPermissionRow[]> {
  return db.$queryRaw<OwnPermissionRow[]>`
    SELECT ${COLUMNS} FROM permissions
    WHERE application IS NOT NULL AND (${application}::text IS NULL OR application = ${application})
    ORDER BY name COLLATE "C"`
}

/** The permission of an application by its name, retired or not. */
export async function findOwnPermission(db: Db, name: string): Promise<OwnPermissionRow | null> {
  const rows = await db.$queryRaw<OwnPermissionRow[]>`
    SELECT ${COLUMNS} FROM permissions WHERE name = ${name} AND application IS NOT NULL`
  return rows[0] ?? null
}

/** Permissions that are no longer in the code, by name. */
export function listRetiredCatalogRows(
  db: Db,
): Promise<{ name: string; description: string; resource: string; retiredAt: Date | null }[]> {
  return db.permission.findMany({
    where: { retiredAt: { not: null }, application: null },
    orderBy: { name: 'asc' },
    select: { name: true, description: true, resource: true, retiredAt: true },
  })
}

/**
 * Whether the code of any build that shares this database has, or had, a permission of that name
 * (`name`), or one whose name begins with the application's (`resource`).
 */
export async function findReserved(
  db: Db,
  by: { names: readonly string[]; application: string },
): Promise<'name' | 'resource' | null> {
  const rows = await db.$queryRaw<{ name: boolean; resource: boolean }[]>`
    SELECT bool_or(name = ANY (${[...by.names]}::text[])) AS name,
      bool_or(resource = ${by.application}) AS resource
    FROM permissions WHERE application IS NULL`
  if (rows[0]?.name) return 'name'
  return rows[0]?.resource ? 'resource' : null
}

type NewOwnPermission = Omit<OwnPermissionRow, 'number' | 'version' | 'createdAt' | 'retiredAt'>

/** Writes permissions of applications as given; retired ones return. Skips those of the code. */
export async function writeOwnPermissions(
  tx: Tx,
  permissions: readonly NewOwnPermission[],
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO permissions AS p
      (name, application, resource, group_name, description, privileged, created_at)
    SELECT name, application, resource, "group", description, privileged, ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(permissions)}::jsonb) AS given (name text,
      application text, resource text, "group" text, description text, privileged boolean)
    ON CONFLICT (name) DO UPDATE
    SET group_name = EXCLUDED.group_name, description = EXCLUDED.description,
        privileged = EXCLUDED.privileged, retired_at = NULL, version = p.version + 1
    WHERE p.application IS NOT NULL`
}

/** Retires permissions of applications. Returns the names of those that weren't retired before. */
export async function retireOwnPermissions(
  tx: Tx,
  names: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    UPDATE permissions SET retired_at = ${now}::timestamptz, version = version + 1
    WHERE name = ANY (${[...names]}::text[]) AND application IS NOT NULL AND retired_at IS NULL
    RETURNING name`
  return rows.map(({ name }) => name)
}

/**
 * Takes permissions from every role, the system role included. Returns the names of the roles that
 * had them, by permission.
 */
export async function revokeEverywhere(
  tx: Tx,
  names: readonly string[],
  now: Date,
): Promise<Map<string, string[]>> {
  const rows = await tx.$queryRaw<{ permission: string; roles: string[] }[]>`
    WITH taken AS (
      DELETE FROM role_permissions WHERE permission = ANY (${[...names]}::text[])
      RETURNING role_id, permission
    ), touched AS (
      UPDATE roles SET version = version + 1, updated_at = ${now}::timestamptz
      WHERE id IN (SELECT role_id FROM taken) RETURNING id, name
    )
    SELECT t.permission, array_agg(r.name ORDER BY r.name COLLATE "C") AS roles
    FROM taken t JOIN touched r ON r.id = t.role_id GROUP BY t.permission`
  return new Map(rows.map(({ permission, roles }) => [permission, roles]))
}

/**
 * Takes permissions from every API key that is not revoked. Returns how many had them, by
 * permission.
 */
export async function takeFromKeys(tx: Tx, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.$queryRaw<{ permission: string; keys: number }[]>`
    WITH given AS (SELECT ${[...names]}::text[] AS names), holding AS (
      SELECT k.id, k.permissions FROM api_keys k, given
      WHERE k.permissions && given.names AND k.revoked_at IS NULL
      ORDER BY k.id FOR NO KEY UPDATE OF k
    ), taken AS (
      UPDATE api_keys k SET permissions = ARRAY(
        SELECT name FROM unnest(holding.permissions) WITH ORDINALITY AS kept (name, place)
        WHERE name <> ALL (given.names) ORDER BY place)
      FROM holding, given WHERE k.id = holding.id RETURNING k.id
    )
    SELECT had.name AS permission, count(*)::int AS keys
    FROM taken JOIN holding USING (id) CROSS JOIN given CROSS JOIN unnest(holding.permissions) AS had (name)
    WHERE had.name = ANY (given.names) GROUP BY had.name`
  return new Map(rows.map(({ permission, keys }) => [permission, keys]))
}

/**
 * Keeps these permissions as they are until the transaction ends: a request that retires one waits
 * for it, and then finds what it wrote.
 */
export async function holdPermissions(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT name FROM permissions WHERE name = ANY (${[...names]}::text[]) ORDER BY name FOR SHARE`
}

/** How many permissions in effect an application has, and all applications together. */
export async function countOwnPermissions(
  db: Db,
  application: string,
): Promise<{ own: number; all: number }> {
  const rows = await db.$queryRaw<{ own: number; all: number }[]>`
    SELECT count(*) FILTER (WHERE application = ${application})::int AS own, count(*)::int AS "all"
    FROM permissions WHERE application IS NOT NULL AND retired_at IS NULL`
  return rows[0] ?? { own: 0, all: 0 }
}

/** Deletes the longest retired permissions of applications, except `keep` of them. */
export async function deleteOldestRetired(tx: Tx, keep: number): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM permissions p WHERE p.name IN (
      SELECT name FROM permissions WHERE application IS NOT NULL AND retired_at IS NOT NULL
      ORDER BY retired_at DESC, name OFFSET ${keep}::int
    ) AND NOT EXISTS (SELECT FROM role_permissions rp WHERE rp.permission = p.name)`
}
