import type { Db } from '@/lib/platform/db/database'
import { Prisma } from '@/prisma/generated/client'

const openChallenges = (userId: Prisma.Sql, now: Date) => Prisma.sql`
  FROM mfa_challenges c WHERE c.user_id = ${userId} AND c.consumed_at IS NULL AND c.expires_at > ${now}::timestamptz`
const openCodes = (userId: Prisma.Sql, now: Date) => Prisma.sql`
  FROM sign_in_codes c WHERE c.user_id = ${userId} AND c.consumed_at IS NULL AND c.expires_at > ${now}::timestamptz`
const pendingChange = (userId: Prisma.Sql, now: Date) => Prisma.sql`
  FROM email_changes c WHERE c.user_id = ${userId} AND c.expires_at > ${now}::timestamptz`

/** SQL: whether that user has begun something that signing out everywhere ends. */
export const hasBegun = (userId: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`
  (EXISTS (SELECT ${openChallenges(userId, now)}) OR EXISTS (SELECT ${openCodes(userId, now)})
    OR EXISTS (SELECT ${pendingChange(userId, now)}))`

/**
 * What a user has begun: how many sign-ins wait for their second step or an emailed code, and whether
 * a change of address waits for its link.
 */
export async function countBegun(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<{ signIns: number; emailChange: boolean }> {
  const id = Prisma.sql`${userId}::uuid`
  const [row] = await db.$queryRaw<{ signIns: number; emailChange: boolean }[]>`
    SELECT ((SELECT count(*) ${openChallenges(id, now)}) + (SELECT count(*) ${openCodes(id, now)}))::int AS "signIns",
      EXISTS (SELECT ${pendingChange(id, now)}) AS "emailChange"`
  return row!
}
