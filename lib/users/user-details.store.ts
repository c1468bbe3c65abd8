import { roleNameKey } from '@/lib/access/role.schemas'
import type { Db, Tx } from '@/lib/platform/db/database'

/** A user's sign-in methods: whether there is a password or a second factor, never the secret. */
export interface SignInMethodsRow {
  hasPassword: boolean
  mfaEnabledAt: Date | null
  /** Set when an administrator created the account. */
  invitedAt: Date | null
}

/** A user's sign-in methods; null when there is no such user. */
export async function readSignInMethods(db: Db, userId: string): Promise<SignInMethodsRow | null> {
  const rows = await db.$queryRaw<SignInMethodsRow[]>`
    SELECT password_hash IS NOT NULL AS "hasPassword", mfa_enabled_at AS "mfaEnabledAt", invited_at AS "invitedAt"
    FROM users WHERE id = ${userId}::uuid`
  return rows[0] ?? null
}

export interface AccountCreator {
  id: string
  email: string
  name: string | null
}

/** Who created a service account. */
export async function readCreator(db: Db, userId: string): Promise<AccountCreator | null> {
  const creator = { select: { id: true, email: true, name: true } }
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { createdBy: creator },
  })
  return user?.createdBy ?? null
}

/** A permission of a user and the user's roles that grant it. */
export interface GrantedPermission {
  name: string
  roles: { id: string; name: string }[]
}

/**
 * The permissions granted by a user's roles, without retired ones, sorted, each with those roles.
 */
export function readGrantedPermissions(db: Db, userId: string): Promise<GrantedPermission[]> {
  return db.$queryRaw<GrantedPermission[]>`
    SELECT p.name, jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) ORDER BY r.name COLLATE "C") AS roles
    FROM user_roles ur JOIN roles r ON r.id = ur.role_id
    JOIN role_permissions rp ON rp.role_id = r.id
    JOIN permissions p ON p.name = rp.permission AND p.retired_at IS NULL
    WHERE ur.user_id = ${userId}::uuid GROUP BY p.name ORDER BY p.name COLLATE "C"`
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

/** The IDs of a user's roles. */
export async function findRoleIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.userRole.findMany({ where: { userId }, select: { roleId: true } })
  return rows.map(({ roleId }) => roleId)
}

/** Roles by ID, sorted by name; unknown IDs are left out. */
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

/** Replaces all roles of a user. */
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

/** Which of these users have a privileged permission, retired or not, that is not in this list. */
export async function findHigherPrivilegedIds(
  db: Db,
  userIds: readonly string[],
  permissions: readonly string[],
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT ur.user_id AS id FROM user_roles ur
    JOIN role_permissions rp ON rp.role_id = ur.role_id
    JOIN permissions p ON p.name = rp.permission AND p.privileged
    WHERE ur.user_id = ANY (${[...userIds]}::uuid[]) AND p.name <> ALL (${[...permissions]}::text[])`
  return rows.map(({ id }) => id)
}

/** The names of all roles, sorted, at most `limit`. */
export async function readRoleNames(db: Db, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT name FROM roles ORDER BY name_key COLLATE "C" LIMIT ${limit}::int`
  return rows.map(({ name }) => name)
}
