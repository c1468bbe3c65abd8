import type { Db } from '@/lib/platform/db/database'

/** The names of a user's roles, sorted. */
export async function findRoleNames(db: Db, userId: string): Promise<string[]> {
  const rows = await db.userRole.findMany({ where: { userId }, select: { role: { select: { name: true } } } })
  return rows.map(({ role }) => role.name).sort()
}
