import type { Tx } from '@/lib/platform/db/database'
import { Prisma } from '@/prisma/generated/client'

/**
 * SQL: whether the address of the active `users u` counts as verified only because an import by
 * someone who isn't an administrator said so. That person may know the password of the account.
 */
export const ONLY_ASSERTED = Prisma.sql`
  (u.status = 'active' AND u.invited_at IS NOT NULL AND u.email_verified_at IS NOT NULL AND u.first_verified_at IS NULL)`

/**
 * Records that the owner of such an address proved it, and removes the password. Returns whether
 * there was one; null when the address was proven in the meantime.
 */
export async function proveAssertedAddress(
  tx: Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<{ hadPassword: boolean } | null> {
  const [proven] = await tx.$queryRaw<{ hadPassword: boolean }[]>`
    WITH before AS (
      SELECT u.id, u.password_hash IS NOT NULL AS had FROM users u
      WHERE u.id = ${userId}::uuid AND ${ONLY_ASSERTED} FOR NO KEY UPDATE)
    UPDATE users u SET email_verified_at = ${now}::timestamptz, password_hash = NULL,
      password_changed_at = ${now}::timestamptz, version = version + 1, updated_at = ${now}::timestamptz
    FROM before WHERE u.id = before.id
    RETURNING before.had AS "hadPassword"`
  return proven ?? null
}
