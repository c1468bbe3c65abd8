import { db } from '@/lib/platform/db/database'

/** The ids of users whose columns copied to `user_roles` are out of date. */
export async function staleCopies(): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT u.id::text AS id FROM user_roles h JOIN users u ON u.id = h.user_id
    WHERE (h.user_status, h.user_created_at, h.user_email, h.user_name_key)
      IS DISTINCT FROM (u.status, u.created_at, u.email, u.name_key)`
  return rows.map(({ id }) => id)
}
