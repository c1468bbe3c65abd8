import type { Db, Tx } from '@/lib/platform/db/database'
import { roleNameKey } from '@/lib/rbac/role-name'

export interface NamedRole {
  id: string
  name: string
}

/** The roles of these names, without regard to case, in the order asked; null for a name that no role has. */
export async function findRolesByName(db: Db, names: readonly string[]): Promise<(NamedRole | null)[]> {
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
export function readRolesById(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db.role.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true },
    orderBy: { nameKey: 'asc' },
  })
}

/** Makes the roles of a user exactly these. */
export async function replaceRolesOf(tx: Tx, userId: string, roleIds: readonly string[]): Promise<void> {
  const ids = [...roleIds]
  await tx.userRole.deleteMany({ where: { userId, roleId: { notIn: ids } } })
  await tx.userRole.createMany({ data: ids.map((roleId) => ({ userId, roleId })), skipDuplicates: true })
}

/** Those of these users whose roles hold a permission beyond these, retired ones too. */
export async function findHoldersOfMore(
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
