import type { Db } from '@/lib/platform/db/database'

/**
 * The permissions that an API key limits its owner to, from the database; null if it was revoked,
 * has expired, or was deleted. What the owner may do is not considered.
 */
export async function findKeyGrants(
  db: Db,
  keyId: string,
  now: Date,
): Promise<ReadonlySet<string> | null> {
  const key = await db.apiKey.findFirst({
    where: { id: keyId, revokedAt: null, expiresAt: { gt: now } },
    select: { permissions: true },
  })
  return key && new Set(key.permissions)
}
