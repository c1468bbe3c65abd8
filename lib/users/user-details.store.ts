import { roleNameKey } from '@/lib/access/role.schemas'
import type { Db, Tx } from '@/lib/platform/db/database'

/** How somebody gets into their account: that there is a password or a factor, never what it is. */
export interface SignInMethodsRow {
  hasPassword: boolean
  mfaEnabledAt: Date | null
  /** Set where an administrator made the account. */
  invitedAt: Date | null
}

/** How a user signs in; null when there is no such user. */
export async function readSignInMethods(db: Db, userId: string): Promise<SignInMethodsRow | null> {
  const rows = await db.$queryRaw<SignInMethodsRow[]>`
    SELECT password_hash IS NOT NULL AS "hasPassword", mfa_enabled_at AS "mfaEnabledAt", invited_at AS "invitedAt"
    FROM users WHERE id = ${userId}::uuid`
  return rows[0] ?? null
}

/** A permission of a user and the roles of theirs that hold it. */
export interface GrantedPermission {
  name: string
  roles: { id: string; name: string }[]
}

/**
 * The permissions that the roles of a user hold, without retired ones, sorted, each with those
 * roles.
 */
export function readGrantedPermissions(db: Db, userId: string): Promise<GrantedPermission[]> {
  return db.$queryRaw<GrantedPermission[]>`
    SELECT p.name, jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) ORDER BY r.name COLLATE "C") AS roles
    FROM user_roles ur JOIN roles r ON r.id = ur.role_id
    JOIN role_permissions rp ON rp.role_id = r.id
    JOIN permissions p ON p.name = rp.permission AND p.retired_at IS NULL
    WHERE ur.user_id = ${userId}::uuid GROUP BY p.name ORDER BY p.name COLLATE "C"`
}

/** A role with everything it holds, retired permissions too: they work again when they return. */
export interface RoleGrantsRow {
  id: string
  name: string
  description: string
  isSystem: boolean
  permissions: string[]
}

/** All roles, those of the system first, then by name. */
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

/**
 * The roles of these names, without regard to case, in the order asked; null for a name that no
 * role has.
 */
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

/** The ids of a user's roles. */
export async function findRoleIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.userRole.findMany({ where: { userId }, select: { roleId: true } })
  return rows.map(({ roleId }) => roleId)
}

/** The roles of these ids, by name; ids of none are left out. */
export function readRolesById(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return db.role.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true },
    orderBy: { nameKey: 'asc' },
  })
}

/** Makes the roles of a user exactly these. */
export async function replaceRolesOf(
  tx: Tx,
  userId: string,
  roleIds: readonly string[],
): Promise<void> {
  const ids = [...roleIds]
  await tx.userRole.deleteMany({ where: { userId, roleId: { notIn: ids } } })
  await tx.userRole.createMany({
    data: ids.map((roleId) => ({ userId, roleId })),
    skipDuplicates: true,
  })
}

/** Those of these users whose roles hold a permission beyond these, retired ones too. */
export async function findHigherPrivilegedIds(
  db: Db,
  userIds: readonly string[],
  permissions: readonly string[],
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT ur.user_id AS id FROM user_roles ur
    JOIN role_permissions rp ON rp.role_id = ur.role_id
    WHERE ur.user_id = ANY (${[...userIds]}::uuid[]) AND rp.permission <> ALL (${[...permissions]}::text[])`
  return rows.map(({ id }) => id)
}

/** The names of all roles, sorted, at most `limit`. */
export async function readRoleNames(db: Db, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT name FROM roles ORDER BY name_key COLLATE "C" LIMIT ${limit}::int`
  return rows.map(({ name }) => name)
}
