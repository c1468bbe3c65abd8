import type { Db } from '@/lib/platform/db/database'
import type { UserStatus } from '@/prisma/generated/client'

export interface ExplanationRow {
  status: UserStatus
  /** All roles of the user, sorted by name. */
  roles: string[]
  /** The user's roles that have the permission, retired or not, sorted by name. */
  granting: { id: string; name: string }[]
  permission: 'known' | 'retired' | 'unknown'
}

/**
 * Everything that decides whether a user has a permission, read in one statement; null if there is
 * no such user.
 */
export async function findExplanation(
  db: Db,
  userId: string,
  permission: string,
): Promise<ExplanationRow | null> {
  const rows = await db.$queryRaw<ExplanationRow[]>`
    SELECT u.status::text AS status,
      ARRAY(
        SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id
        WHERE ur.user_id = u.id ORDER BY r.name COLLATE "C"
      ) AS roles,
      COALESCE((
        SELECT jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) ORDER BY r.name COLLATE "C")
        FROM user_roles ur JOIN roles r ON r.id = ur.role_id
        JOIN role_permissions rp ON rp.role_id = r.id AND rp.permission = ${permission}
        WHERE ur.user_id = u.id
      ), '[]') AS granting,
      COALESCE((
        SELECT CASE WHEN p.retired_at IS NULL THEN 'known' ELSE 'retired' END
        FROM permissions p WHERE p.name = ${permission}
      ), 'unknown') AS permission
    FROM users u WHERE u.id = ${userId}::uuid`
  return rows[0] ?? null
}

export interface HolderRow {
  id: string
  email: string
  name: string | null
  status: UserStatus
  /** The roles that grant the permission, sorted. */
  roles: string[]
}

/** Active users who have a permission that isn't retired, newest first, after the cursor. */
export function listHolderRows(
  db: Db,
  by: { permission: string; limit: number; beforeId: string | null },
): Promise<HolderRow[]> {
  return db.$queryRaw<HolderRow[]>`
    WITH granting AS MATERIALIZED (
      SELECT rp.role_id FROM role_permissions rp
      JOIN permissions p ON p.name = rp.permission AND p.retired_at IS NULL
      WHERE rp.permission = ${by.permission}
    ), page AS (
      -- Reads at most one page of holders per role.
      SELECT DISTINCT newest.user_id FROM granting g CROSS JOIN LATERAL (
        SELECT ur.user_id FROM user_roles ur JOIN users u ON u.id = ur.user_id AND u.status = 'active'
        WHERE ur.role_id = g.role_id AND (${by.beforeId}::uuid IS NULL OR ur.user_id < ${by.beforeId}::uuid)
        ORDER BY ur.user_id DESC LIMIT ${by.limit}::int
      ) newest ORDER BY newest.user_id DESC LIMIT ${by.limit}::int
    )
    SELECT u.id, u.email, u.name, u.status::text AS status, ARRAY(
      SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id
      WHERE ur.user_id = u.id AND ur.role_id IN (SELECT role_id FROM granting) ORDER BY r.name COLLATE "C"
    ) AS roles
    FROM page JOIN users u ON u.id = page.user_id ORDER BY u.id DESC`
}

/** Whether the database has a permission of that name, retired or not. */
export async function isKnownPermission(db: Db, name: string): Promise<boolean> {
  return (await db.permission.count({ where: { name } })) > 0
}

/** A user by id, with any status; null if there is none. */
export function findPersonRow(
  db: Db,
  id: string,
): Promise<{ id: string; email: string; name: string | null; status: UserStatus } | null> {
  return db.user.findUnique({
    where: { id },
    select: { id: true, email: true, name: true, status: true },
  })
}

export interface GrantingRole {
  id: string
  name: string
}

/** Roles that have a permission, retired or not, by name. */
export function listGrantingRoleRows(
  db: Db,
  permission: string,
  limit: number,
): Promise<GrantingRole[]> {
  return db.$queryRaw<GrantingRole[]>`
    SELECT r.id, r.name FROM role_permissions rp JOIN roles r ON r.id = rp.role_id
    WHERE rp.permission = ${permission} ORDER BY r.name COLLATE "C" LIMIT ${limit}::int`
}
