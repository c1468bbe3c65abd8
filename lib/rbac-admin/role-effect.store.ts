import type { Db } from '@/lib/platform/db/database'
import type { UserStatus } from '@/prisma/generated/client'

export interface AffectedUser {
  id: string
  email: string
  name: string | null
  status: UserStatus
  /** Those of the permissions that no other role gives this user, sorted. */
  permissions: string[]
}

/**
 * Whom it concerns when a role begins or ceases to hold these permissions (not retired): the users with the role who have one of
 * them by no other role. How many, and the newest of them. Deleted accounts are left out.
 */
export async function readEffect(
  db: Db,
  by: { roleId: string; permissions: readonly string[]; limit: number },
): Promise<{ count: number; users: AffectedUser[] }> {
  const names = [...new Set(by.permissions)]
  if (names.length === 0) return { count: 0, users: [] }
  const users = await db.$queryRaw<AffectedUser[]>`
    SELECT u.id, u.email, u.name, u.status::text AS status, own.permissions
    FROM user_roles ur JOIN users u ON u.id = ur.user_id AND u.status <> 'deleted'
    CROSS JOIN LATERAL (SELECT ARRAY(
      SELECT asked.name COLLATE "C" FROM unnest(${names}::text[]) AS asked (name)
      WHERE NOT EXISTS (
        SELECT FROM user_roles other JOIN role_permissions rp ON rp.role_id = other.role_id
        WHERE other.user_id = ur.user_id AND other.role_id <> ur.role_id AND rp.permission = asked.name
      ) ORDER BY 1) AS permissions) own
    WHERE ur.role_id = ${by.roleId}::uuid AND cardinality(own.permissions) > 0
    ORDER BY ur.user_id DESC LIMIT ${by.limit}::int`
  // Of a role with a million users most have no other role: counting those who have it all elsewhere is the short way.
  const counts = await db.$queryRaw<{ count: number }[]>`
    SELECT (
      (SELECT count(*) FROM user_roles ur WHERE ur.role_id = ${by.roleId}::uuid AND ur.user_status <> 'deleted')
      - (SELECT count(*) FROM (
          SELECT other.user_id FROM role_permissions rp
          JOIN user_roles other ON other.role_id = rp.role_id AND other.role_id <> ${by.roleId}::uuid
          JOIN user_roles ur ON ur.user_id = other.user_id AND ur.role_id = ${by.roleId}::uuid AND ur.user_status <> 'deleted'
          WHERE rp.permission = ANY (${names}::text[])
          GROUP BY other.user_id HAVING count(DISTINCT rp.permission) = ${names.length}::int
        ) covered)
    )::int AS count`
  return { count: counts[0]?.count ?? 0, users }
}

/** Those of the permissions that a user has by this role and by no other, sorted. */
export async function readOwnEffect(
  db: Db,
  by: { userId: string; roleId: string; permissions: readonly string[] },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ permission: string }[]>`
    SELECT rp.permission COLLATE "C" AS permission FROM user_roles ur
    JOIN role_permissions rp ON rp.role_id = ur.role_id AND rp.permission = ANY (${[...by.permissions]}::text[])
    WHERE ur.user_id = ${by.userId}::uuid
    GROUP BY 1 HAVING bool_and(ur.role_id = ${by.roleId}::uuid) ORDER BY 1`
  return rows.map(({ permission }) => permission)
}
