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

/** Makes the roles of a user exactly these. Returns the ids of those that are new to the user, and how many were taken. */
export async function replaceRolesOf(
  tx: Tx,
  userId: string,
  roleIds: readonly string[],
): Promise<{ added: string[]; taken: number }> {
  const ids = [...roleIds]
  const { count: taken } = await tx.userRole.deleteMany({ where: { userId, roleId: { notIn: ids } } })
  const rows = await tx.userRole.createManyAndReturn({
    data: ids.map((roleId) => ({ userId, roleId })),
    skipDuplicates: true,
    select: { roleId: true },
  })
  return { added: rows.map(({ roleId }) => roleId), taken }
}
