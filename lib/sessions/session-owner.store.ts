import type { Tx } from '@/lib/platform/db/database'

/** Whom a session is for. */
export interface SessionOwner {
  id: string
  email: string
  name: string | null
  emailVerifiedAt: Date | null
  roles: string[]
}

/**
 * Reads the owner of a session to be, and holds the row until the transaction ends: whoever deactivates the account or changes
 * the password either waits and then ends this session too, or came first and then there is no owner. `passwordChangedAt` is
 * that of the password which was checked; undefined when none was.
 */
export async function lockSessionOwner(
  tx: Tx,
  by: { userId: string; passwordChangedAt?: Date | null },
): Promise<SessionOwner | null> {
  const checksPassword = by.passwordChangedAt !== undefined
  const rows = await tx.$queryRaw<SessionOwner[]>`
    SELECT u.id, u.email, u.name, u.email_verified_at AS "emailVerifiedAt",
      ARRAY(SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = u.id ORDER BY r.name) AS roles
    FROM users u
    WHERE u.id = ${by.userId}::uuid AND u.status = 'active'
      AND (NOT ${checksPassword}::boolean OR u.password_changed_at IS NOT DISTINCT FROM ${by.passwordChangedAt ?? null}::timestamptz)
    FOR SHARE OF u`
  return rows[0] ?? null
}
