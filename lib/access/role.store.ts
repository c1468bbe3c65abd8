import { requiresMfa } from '@/lib/access/grants.store'
import { roleNameKey } from '@/lib/access/role.schemas'
import type { Db, Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { Prisma, type UserStatus } from '@/prisma/generated/client'

export interface RoleRow {
  id: string
  name: string
  description: string
  isSystem: boolean
  /** Whether its users need two-step verification. */
  requiresMfa: boolean
  /** Sorted, without retired ones. */
  permissions: string[]
  /** Sorted. */
  retired: string[]
  userCount: number
  version: number
  createdAt: Date
  updatedAt: Date
}

const permissionsOf = (retired: 'IS NULL' | 'IS NOT NULL') => Prisma.sql`ARRAY(
  SELECT p.name COLLATE "C" FROM role_permissions rp JOIN permissions p ON p.name = rp.permission
  WHERE rp.role_id = r.id AND p.retired_at ${Prisma.raw(retired)} ORDER BY 1)`

const columns = () => Prisma.sql`r.id, r.name, r.description, r.is_system AS "isSystem", r.version,
  ${requiresMfa()} AS "requiresMfa",
  r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  ${permissionsOf('IS NULL')} AS permissions, ${permissionsOf('IS NOT NULL')} AS retired,
  (SELECT count(*)::int FROM user_roles ur WHERE ur.role_id = r.id) AS "userCount"`

export async function findRole(db: Db, id: string): Promise<RoleRow | null> {
  const rows = await db.$queryRaw<
    RoleRow[]
  >`SELECT ${columns()} FROM roles r WHERE r.id = ${id}::uuid`
  return rows[0] ?? null
}

/** Roles, newest first (UUIDv7 sorts by time), after the cursor. */
export function listRoleRows(
  db: Db,
  by: { limit: number; beforeId: string | null },
): Promise<RoleRow[]> {
  return db.$queryRaw<RoleRow[]>`
    SELECT ${columns()} FROM roles r
    WHERE ${by.beforeId}::uuid IS NULL OR r.id < ${by.beforeId}::uuid
    ORDER BY r.id DESC LIMIT ${by.limit}::int`
}

/**
 * A role with all its permissions, including retired ones: they work again if they return to the
 * catalog.
 */
export interface RoleGrantsRow {
  id: string
  name: string
  description: string
  isSystem: boolean
  permissions: string[]
}

/** All roles, system roles first, then by name. */
export function readAllRoles(db: Db): Promise<RoleGrantsRow[]> {
  return db.$queryRaw<RoleGrantsRow[]>`
    SELECT r.id, r.name, r.description, r.is_system AS "isSystem",
      ARRAY(SELECT rp.permission FROM role_permissions rp WHERE rp.role_id = r.id
        ORDER BY rp.permission COLLATE "C") AS permissions
    FROM roles r ORDER BY r.is_system DESC, r.name_key COLLATE "C"`
}

export interface NamedRole {
  id: string
  name: string
}

/** Finds roles by name, ignoring case, in the order requested; null for a name without a role. */
export async function findRolesByName(
  db: Db,
  names: readonly string[],
): Promise<(NamedRole | null)[]> {
  const keys = names.map(roleNameKey)
  const roles = await db.role.findMany({
    where: { nameKey: { in: keys } },
    select: { id: true, name: true, nameKey: true },
  })
  return keys.map((key) => roles.find(({ nameKey }) => nameKey === key) ?? null)
}

/** Roles by ID, sorted by name; unknown IDs are left out. */
export function readRolesById(db: Db, ids: readonly string[]): Promise<NamedRole[]> {
  return db.role.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true },
    orderBy: { nameKey: 'asc' },
  })
}

/** The names of all roles, sorted, at most `limit`. */
export async function readRoleNames(db: Db, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT name FROM roles ORDER BY name_key COLLATE "C" LIMIT ${limit}::int`
  return rows.map(({ name }) => name)
}

/** The number of roles, counted up to `most`. */
export function countRoleRows(db: Db, most: number): Promise<number> {
  return db.role.count({ take: most })
}

/** Adds a role without permissions. Returns its id, or null if the name is taken. */
export async function insertRoleRow(
  tx: Tx,
  role: { name: string; description: string; now: Date },
): Promise<string | null> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO roles (id, name, name_key, description, created_at, updated_at)
    VALUES (${newId()}::uuid, ${role.name}, ${roleNameKey(role.name)}, ${role.description},
      ${role.now}::timestamptz, ${role.now}::timestamptz)
    ON CONFLICT (name_key) DO NOTHING RETURNING id`
  return rows[0]?.id ?? null
}

/**
 * Changes the name and description of a role that isn't a system role. False if another role has
 * the name.
 */
export async function updateRoleRow(
  tx: Tx,
  role: { id: string; name: string; description: string },
): Promise<boolean> {
  const key = roleNameKey(role.name)
  const changed = await tx.$executeRaw`
    UPDATE roles SET name = ${role.name}, name_key = ${key}, description = ${role.description}
    WHERE id = ${role.id}::uuid AND NOT is_system
      AND NOT EXISTS (SELECT FROM roles other WHERE other.name_key = ${key} AND other.id <> ${role.id}::uuid)`
  return changed === 1
}

/** Sets whether the users of a role need two-step verification. */
export async function setRequiresMfa(tx: Tx, id: string, required: boolean): Promise<void> {
  await tx.$executeRaw`UPDATE roles SET requires_mfa = ${required} WHERE id = ${id}::uuid`
}

/** Increments the version of the role, which changes its ETag. */
export async function touchRole(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE roles SET version = version + 1, updated_at = ${now}::timestamptz WHERE id = ${id}::uuid`
}

/**
 * Sets the permissions of a role to exactly these, skipping names that cannot be granted
 * (findGrantable).
 */
export async function replaceRolePermissions(
  tx: Tx,
  roleId: string,
  permissions: readonly string[],
): Promise<void> {
  const names = [...permissions]
  await tx.$executeRaw`
    DELETE FROM role_permissions WHERE role_id = ${roleId}::uuid AND permission <> ALL (${names}::text[])`
  await tx.$executeRaw`
    INSERT INTO role_permissions (role_id, permission)
    SELECT ${roleId}::uuid, name FROM permissions WHERE name = ANY (${names}::text[]) AND retired_at IS NULL
    ON CONFLICT DO NOTHING`
}

/** The names that can be granted: known to the database and not retired. */
export async function findGrantable(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT name FROM permissions WHERE name = ANY (${[...names]}::text[]) AND retired_at IS NULL`
  return rows.map(({ name }) => name)
}

/** Whether an account that isn't deleted has the role. */
export async function isRoleAssigned(db: Db, id: string): Promise<boolean> {
  const rows = await db.$queryRaw<{ held: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM user_roles ur JOIN users u ON u.id = ur.user_id AND u.status <> 'deleted'
      WHERE ur.role_id = ${id}::uuid
    ) AS held`
  return rows[0]?.held === true
}

/** Removes a role from the deleted accounts that have it. Returns how many there were. */
export function removeRoleFromDeleted(tx: Tx, id: string): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM user_roles ur USING users u
    WHERE ur.role_id = ${id}::uuid AND u.id = ur.user_id AND u.status = 'deleted'`
}

/** Deletes a role that isn't a system role and isn't assigned to anyone. Returns whether it did. */
export async function deleteRoleRow(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx.$executeRaw`
    DELETE FROM roles r WHERE r.id = ${id}::uuid AND NOT r.is_system
      AND NOT EXISTS (SELECT FROM user_roles ur WHERE ur.role_id = r.id)`
  return deleted === 1
}

export interface AffectedUser {
  id: string
  email: string
  name: string | null
  status: UserStatus
  /** The permissions among these that no other role grants this user, sorted. */
  permissions: string[]
}

/**
 * The users affected when a role gains or loses these permissions (not retired): those with the
 * role who have at least one of them through no other role. Returns their number and the newest of
 * them, without deleted accounts.
 */
export async function readEffect(
  db: Db,
  by: { roleId: string; permissions: readonly string[]; limit: number },
): Promise<{ count: number; users: AffectedUser[] }> {
  const names = [...new Set(by.permissions)]
  if (names.length === 0) return { count: 0, users: [] }
  const users = await db.$queryRaw<AffectedUser[]>`
    SELECT u.id, u.email, u.name, u.status::text AS status, own.permissions
    FROM user_roles ur JOIN users u ON u.id = ur.user_id AND u.status <> 'deleted'
    CROSS JOIN LATERAL (SELECT ARRAY(
      SELECT asked.name COLLATE "C" FROM unnest(${names}::text[]) AS asked (name)
      WHERE NOT EXISTS (
        SELECT FROM user_roles other JOIN role_permissions rp ON rp.role_id = other.role_id
        WHERE other.user_id = ur.user_id AND other.role_id <> ur.role_id AND rp.permission = asked.name
      ) ORDER BY 1) AS permissions) own
    WHERE ur.role_id = ${by.roleId}::uuid AND cardinality(own.permissions) > 0
    ORDER BY ur.user_id DESC LIMIT ${by.limit}::int`
  // Most users of a role with a million users have no other role, so it is faster to count those
  // who have every permission through other roles.
  const counts = await db.$queryRaw<{ count: number }[]>`
    SELECT (
      (SELECT count(*) FROM user_roles ur WHERE ur.role_id = ${by.roleId}::uuid AND ur.user_status <> 'deleted')
      - (SELECT count(*) FROM (
          SELECT other.user_id FROM role_permissions rp
          JOIN user_roles other ON other.role_id = rp.role_id AND other.role_id <> ${by.roleId}::uuid
          JOIN user_roles ur ON ur.user_id = other.user_id AND ur.role_id = ${by.roleId}::uuid AND ur.user_status <> 'deleted'
          WHERE rp.permission = ANY (${names}::text[])
          GROUP BY other.user_id HAVING count(DISTINCT rp.permission) = ${names.length}::int
        ) covered)
    )::int AS count`
  return { count: counts[0]?.count ?? 0, users }
}

/** The permissions among these that a user has through this role only, sorted. */
export async function readOwnEffect(
  db: Db,
  by: { userId: string; roleId: string; permissions: readonly string[] },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ permission: string }[]>`
    SELECT rp.permission COLLATE "C" AS permission FROM user_roles ur
    JOIN role_permissions rp ON rp.role_id = ur.role_id AND rp.permission = ANY (${[...by.permissions]}::text[])
    WHERE ur.user_id = ${by.userId}::uuid
    GROUP BY 1 HAVING bool_and(ur.role_id = ${by.roleId}::uuid) ORDER BY 1`
  return rows.map(({ permission }) => permission)
}
