import type { Db } from '@/lib/platform/db/database'

interface LiveOf {
  userId: string
  now: Date
}

const isLive = ({ userId, now }: LiveOf) => ({ userId, revokedAt: null, expiresAt: { gt: now } })

/** Live sessions of a user, newest first, after the cursor (an id: UUIDv7 sorts by time). */
export function listFamilies(db: Db, by: LiveOf & { limit: number; beforeId: string | null }) {
  return db.sessionFamily.findMany({
    where: { ...isLive(by), ...(by.beforeId ? { id: { lt: by.beforeId } } : {}) },
    orderBy: { id: 'desc' },
    take: by.limit,
    select: { id: true, surface: true, ip: true, userAgent: true, createdAt: true, lastUsedAt: true },
  })
}

/** How many live sessions a user has; stops at `most`. */
export function countFamilies(db: Db, by: LiveOf, most: number): Promise<number> {
  return db.sessionFamily.count({ where: isLive(by), take: most })
}

/** Deletes a batch of families that ended before the instant; returns how many. */
export async function purgeEndedFamilies(db: Db, before: Date, batch = 1000): Promise<number> {
  return db.$executeRaw`DELETE FROM session_families WHERE id IN (
    SELECT id FROM session_families WHERE expires_at < ${before}::timestamptz ORDER BY expires_at LIMIT ${batch}::int)`
}
