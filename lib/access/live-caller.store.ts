import type { Tx } from '@/lib/platform/db/database'

/**
 * When this user's session began, if it is live and tokens of that generation are still valid;
 * otherwise null. Locks both rows, so that ending the session or the account, or changing the
 * password, happens either before the check or after whatever depends on it. Both may be changed
 * afterwards: with shared locks, two requests of one user would deadlock.
 */
export async function lockLiveSession(
  tx: Tx,
  by: { userId: string; sessionId: string; generation: number; now: Date },
): Promise<{ startedAt: Date } | null> {
  const rows = await tx.$queryRaw<{ startedAt: Date }[]>`
    SELECT f.created_at AS "startedAt" FROM users u JOIN session_families f ON f.user_id = u.id
    WHERE u.id = ${by.userId}::uuid AND u.status = 'active' AND f.id = ${by.sessionId}::uuid
      AND f.revoked_at IS NULL AND f.expires_at > ${by.now}::timestamptz
      AND f.credential_generation <= ${by.generation}::int
    FOR NO KEY UPDATE`
  return rows[0] ?? null
}

/** Whether this user's API key is live. Locks both rows, for the same reason. */
export async function lockLiveKey(
  tx: Tx,
  by: { userId: string; keyId: string; now: Date },
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM users u JOIN api_keys k ON k.user_id = u.id
    WHERE u.id = ${by.userId}::uuid AND u.status = 'active' AND k.id = ${by.keyId}::uuid
      AND k.revoked_at IS NULL AND k.expires_at > ${by.now}::timestamptz
    FOR NO KEY UPDATE`
  return rows.length > 0
}
