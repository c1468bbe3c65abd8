import type { Db, Tx } from '@/lib/platform/db/database'

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

/** The IDs of a user's roles. */
export async function findRoleIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.userRole.findMany({ where: { userId }, select: { roleId: true } })
  return rows.map(({ roleId }) => roleId)
}

/** The names of a user's roles, sorted. */
export async function findRoleNames(db: Db, userId: string): Promise<string[]> {
  const rows = await db.userRole.findMany({
    where: { userId },
    select: { role: { select: { name: true } } },
  })
  return rows.map(({ role }) => role.name).sort()
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
