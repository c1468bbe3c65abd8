import type { Db } from '@/lib/platform/db/database'

/**
 * Whether somebody wants security notices by text message, with their language; null where they do not. For a number that was theirs
 * until now.
 */
export async function findNoticeReader(db: Db, userId: string): Promise<{ locale: string | null } | null> {
  const rows = await db.$queryRaw<{ locale: string | null }[]>`
    SELECT u.locale FROM users u JOIN notification_preferences p ON p.user_id = u.id
    WHERE u.id = ${userId}::uuid AND u.status = 'active' AND p.security_sms`
  return rows[0] ?? null
}

/** The confirmed number of somebody who wants security notices by text message, with their language; null where that is not so. */
export async function findNoticePhone(
  db: Db,
  userId: string,
): Promise<{ phone: string; locale: string | null } | null> {
  const rows = await db.$queryRaw<{ phone: string; locale: string | null }[]>`
    SELECT u.phone, u.locale FROM users u JOIN notification_preferences p ON p.user_id = u.id
    WHERE u.id = ${userId}::uuid AND u.status = 'active' AND u.phone_verified_at IS NOT NULL AND p.security_sms`
  return rows[0] ?? null
}
