import type { UserStatus } from '@/lib/platform/user-statuses'
import { db } from '@/lib/platform/db/database'

export interface AccessRow {
  status: UserStatus
  /** Sorted. */
  roles: string[]
  /** Sorted, without retired ones. */
  permissions: string[]
}

/** Status, role names and permissions of a user as they are now, in one statement; null when there is no such user. */
export async function readAccess(userId: string): Promise<AccessRow | null> {
  const rows = await db().$queryRaw<AccessRow[]>`
    SELECT u.status::text AS status,
      ARRAY(
        SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id
        WHERE ur.user_id = u.id ORDER BY r.name COLLATE "C"
      ) AS roles,
      ARRAY(
        SELECT DISTINCT p.name COLLATE "C" FROM user_roles ur
        JOIN role_permissions rp ON rp.role_id = ur.role_id
        JOIN permissions p ON p.name = rp.permission AND p.retired_at IS NULL
        WHERE ur.user_id = u.id ORDER BY 1
      ) AS permissions
    FROM users u WHERE u.id = ${userId}::uuid`
  return rows[0] ?? null
}
