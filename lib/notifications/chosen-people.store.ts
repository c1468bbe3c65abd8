import type { Db } from '@/lib/platform/db/database'

/** The ids of users by their e-mail addresses, of those that have an account. */
export async function findIdsByEmail(db: Db, emails: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.user.findMany({
    where: { email: { in: [...emails] } },
    select: { id: true, email: true },
  })
  return new Map(rows.map(({ id, email }) => [email, id]))
}
