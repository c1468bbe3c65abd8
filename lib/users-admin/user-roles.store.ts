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

/** Makes the roles of a user exactly these. */
export async function replaceRolesOf(tx: Tx, userId: string, roleIds: readonly string[]): Promise<void> {
  const ids = [...roleIds]
  await tx.userRole.deleteMany({ where: { userId, roleId: { notIn: ids } } })
  await tx.userRole.createMany({ data: ids.map((roleId) => ({ userId, roleId })), skipDuplicates: true })
}
