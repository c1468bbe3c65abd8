import type { Db } from '@/lib/platform/db/database'

/** Live sessions of a user, newest first, after the cursor (an id: UUIDv7 sorts by time). */
export function listFamilies(
  db: Db,
  by: { userId: string; limit: number; beforeId: string | null; now: Date },
) {
  return db.sessionFamily.findMany({
    where: {
      userId: by.userId,
      revokedAt: null,
      expiresAt: { gt: by.now },
      ...(by.beforeId ? { id: { lt: by.beforeId } } : {}),
    },
    orderBy: { id: 'desc' },
    take: by.limit,
    select: { id: true, surface: true, ip: true, userAgent: true, createdAt: true, lastUsedAt: true },
  })
}

/** Deletes a batch of families that ended before the instant; returns how many. */
export async function purgeEndedFamilies(db: Db, before: Date, batch = 1000): Promise<number> {
  return db.$executeRaw`DELETE FROM session_families WHERE id IN (
    SELECT id FROM session_families WHERE expires_at < ${before}::timestamptz ORDER BY expires_at LIMIT ${batch}::int)`
}
