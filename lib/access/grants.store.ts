import type { PermissionName, SystemRole } from '@/lib/config/permission-catalog'
import { settings } from '@/lib/config/settings'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Db, type Tx } from '@/lib/platform/db/database'
import type { UserStatus } from '@/lib/platform/user-statuses'
import { Prisma } from '@/prisma/generated/client'

/** What decides whether a user needs a second factor, and has one. */
export interface FactorState {
  /** A service account can't set up a second factor. */
  isPerson: boolean
  /** Whether one of the roles requires two-step verification. */
  roleRequiresMfa: boolean
  mfaEnabled: boolean
  /** Whether the user has a passkey that works here. */
  hasPasskey: boolean
}

export interface AccessRow extends FactorState {
  status: UserStatus
  /** Sorted. */
  roles: string[]
  /** Sorted, without retired ones. */
  permissions: string[]
}

/** Whether a role `r` requires two-step verification: as stored, or by default. */
export function requiresMfa(): Prisma.Sql {
  return Prisma.sql`COALESCE(r.requires_mfa, r.is_system AND r.name_key = 'admin' AND ${!settings().local}::boolean)`
}

/**
 * The state of a user's second factor as of now, for a change to it; null if there is no such user.
 */
export async function findFactorState(tx: Db, userId: string): Promise<FactorState | null> {
  const rows = await tx.$queryRaw<FactorState[]>`
    SELECT ${factorColumns()} FROM users u WHERE u.id = ${userId}::uuid`
  return rows[0] ?? null
}

function factorColumns(): Prisma.Sql {
  const rpId = settings().passkeys?.rpId ?? null
  return Prisma.sql`u.kind = 'person' AS "isPerson", u.mfa_enabled_at IS NOT NULL AS "mfaEnabled",
      EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id AND k.rp_id = ${rpId}::text) AS "hasPasskey",
      EXISTS (
        SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
        WHERE ur.user_id = u.id AND ${requiresMfa()}
      ) AS "roleRequiresMfa"`
}

/**
 * The current status, role names and permissions of a user, and what the requirement of a second
 * factor depends on, in one statement; null if there is no such user.
 */
export async function findAccessRow(userId: string): Promise<AccessRow | null> {
  const rows = await db().$queryRaw<AccessRow[]>`
    SELECT u.status::text AS status, ${factorColumns()},
      ARRAY(
        SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id
        WHERE ur.user_id = u.id ORDER BY r.name COLLATE "C"
      ) AS roles,
      ARRAY(
        SELECT DISTINCT p.name COLLATE "C" FROM user_roles ur
        JOIN role_permissions rp ON rp.role_id = ur.role_id
        JOIN permissions p ON p.name = rp.permission AND p.retired_at IS NULL
        WHERE ur.user_id = u.id ORDER BY 1
      ) AS permissions
    FROM users u WHERE u.id = ${userId}::uuid`
  return rows[0] ?? null
}

export interface Grants {
  status: UserStatus
  /**
   * The permissions of the user's roles, whatever the status. Includes retired ones, because they
   * apply again when they return.
   */
  permissions: Set<string>
  /** Those of them that count when users are compared: all but most of the applications'. */
  privileged: string[]
}

/** The permissions of a user's roles, from the database; null if there is no such user. */
export async function findGrants(db: Db, userId: string): Promise<Grants | null> {
  const rows = await db.$queryRaw<
    { status: UserStatus; permissions: string[]; privileged: string[] }[]
  >`
    SELECT u.status::text AS status, COALESCE(held.permissions, '{}') AS permissions,
      COALESCE(held.privileged, '{}') AS privileged
    FROM users u CROSS JOIN LATERAL (
      SELECT array_agg(DISTINCT p.name) AS permissions,
        array_agg(DISTINCT p.name) FILTER (WHERE p.privileged) AS privileged
      FROM user_roles ur JOIN role_permissions rp ON rp.role_id = ur.role_id
      JOIN permissions p ON p.name = rp.permission
      WHERE ur.user_id = u.id
    ) held
    WHERE u.id = ${userId}::uuid`
  const row = rows[0]
  return row ? { ...row, permissions: new Set(row.permissions) } : null
}

/** The combined permissions of these roles, including retired ones. Ignores unknown ids. */
export async function readRoleGrants(db: Db, roleIds: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ permission: string }[]>`
    SELECT DISTINCT permission FROM role_permissions WHERE role_id = ANY (${[...roleIds]}::uuid[])`
  return rows.map(({ permission }) => permission)
}

/**
 * Assigns a system role to a user, if not yet assigned, and notifies the bus. Throws if the catalog
 * was never synced.
 */
export async function grantSystemRole(tx: Tx, userId: string, role: SystemRole): Promise<void> {
  const rows = await tx.$queryRaw<{ found: boolean; granted: boolean }[]>`
    WITH role AS (SELECT id FROM roles WHERE is_system AND name_key = ${role}),
    granted AS (
      INSERT INTO user_roles (user_id, role_id) SELECT ${userId}::uuid, id FROM role
      ON CONFLICT DO NOTHING RETURNING role_id
    )
    SELECT EXISTS (SELECT FROM role) AS found, EXISTS (SELECT FROM granted) AS granted`
  if (!rows[0]?.found)
    throw new Error(`there is no system role ${role}: the catalog was not synced`)
  if (rows[0].granted) await publish(tx, { type: 'user.changed', userId })
}

/** Whether a user has a system role, whatever their status. */
export async function holdsSystemRole(db: Db, userId: string, role: SystemRole): Promise<boolean> {
  return (
    (await db.userRole.count({ where: { userId, role: { isSystem: true, nameKey: role } } })) > 0
  )
}

/** The number of active people with the admin role. No one can sign in as a service account. */
export async function countActiveAdmins(db: Db): Promise<number> {
  const rows = await db.$queryRaw<{ admins: number }[]>`
    SELECT count(*)::int AS admins FROM users u
    JOIN user_roles ur ON ur.user_id = u.id
    JOIN roles r ON r.id = ur.role_id AND r.is_system AND r.name_key = 'admin'
    WHERE u.status = 'active' AND u.kind = 'person'`
  return rows[0]?.admins ?? 0
}

/** Whether there is an active administrator. Until there is one, each start prints a setup link. */
export async function hasActiveAdmin(db: Db): Promise<boolean> {
  return (await countActiveAdmins(db)) > 0
}

/** A user to notify, and their language; null if they chose none. */
export interface PermissionHolder {
  id: string
  email: string
  locale: string | null
}

/**
 * Active people who have a permission that isn't retired, by id, after `afterId`. Reads only one
 * batch of each role.
 */
export function listPermissionHolders(
  db: Db,
  by: { permission: PermissionName; afterId: string | null; limit: number },
): Promise<PermissionHolder[]> {
  return db.$queryRaw<PermissionHolder[]>`
    WITH granting AS MATERIALIZED (
      SELECT rp.role_id FROM role_permissions rp
      JOIN permissions p ON p.name = rp.permission AND p.retired_at IS NULL
      WHERE rp.permission = ${by.permission}
    ), batch AS (
      SELECT DISTINCT held.user_id FROM granting g CROSS JOIN LATERAL (
        SELECT ur.user_id FROM user_roles ur
        JOIN users u ON u.id = ur.user_id AND u.status = 'active' AND u.kind = 'person'
        WHERE ur.role_id = g.role_id AND (${by.afterId}::uuid IS NULL OR ur.user_id > ${by.afterId}::uuid)
        ORDER BY ur.user_id LIMIT ${by.limit}::int
      ) held ORDER BY held.user_id LIMIT ${by.limit}::int
    )
    SELECT u.id, u.email, u.locale FROM batch JOIN users u ON u.id = batch.user_id ORDER BY u.id`
}

/**
 * Active people who have one of the `giving` permissions and `permission` itself, none of them
 * retired, oldest account first. Reads at most `limit` users of each granting role.
 */
export function listGrantorRows(
  db: Db,
  by: { permission: string; giving: readonly string[]; exceptId: string; limit: number },
): Promise<{ id: string; email: string; name: string | null }[]> {
  return db.$queryRaw`
    WITH live AS MATERIALIZED (
      SELECT rp.role_id, rp.permission FROM role_permissions rp
      JOIN permissions p ON p.name = rp.permission AND p.retired_at IS NULL
      WHERE rp.permission = ANY (${[...by.giving, by.permission]}::text[])
    ), found AS (
      SELECT DISTINCT oldest.user_id
      FROM (SELECT DISTINCT role_id FROM live WHERE permission = ANY (${[...by.giving]}::text[])) giving
      CROSS JOIN LATERAL (
        SELECT ur.user_id FROM user_roles ur
        JOIN users u ON u.id = ur.user_id AND u.status = 'active' AND u.kind = 'person'
        WHERE ur.role_id = giving.role_id AND ur.user_id <> ${by.exceptId}::uuid AND EXISTS (
          SELECT FROM user_roles held JOIN live ON live.role_id = held.role_id
          WHERE held.user_id = ur.user_id AND live.permission = ${by.permission}
        )
        ORDER BY ur.user_id LIMIT ${by.limit}::int
      ) oldest ORDER BY oldest.user_id LIMIT ${by.limit}::int
    )
    SELECT u.id, u.email, u.name FROM found JOIN users u ON u.id = found.user_id ORDER BY u.id`
}

/** The privileged permissions, retired or not, that any holder of the role has through any role. */
export async function readPrivilegedOfHolders(db: Db, roleId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT p.name FROM permissions p WHERE p.privileged AND EXISTS (
      SELECT FROM role_permissions rp
      JOIN user_roles other ON other.role_id = rp.role_id
      JOIN user_roles holder ON holder.user_id = other.user_id AND holder.role_id = ${roleId}::uuid
      WHERE rp.permission = p.name)`
  return rows.map(({ name }) => name)
}
