import type { Db } from '@/lib/platform/db/database'

/**
 * Active users who hold one of the `giving` permissions and `permission` itself, none of them retired, oldest account first. Of
 * each role that gives only as many are looked for as are asked for.
 */
export function listGrantorRows(
  db: Db,
  by: { permission: string; giving: readonly string[]; exceptId: string; limit: number },
): Promise<{ id: string; email: string; name: string | null }[]> {
  return db.$queryRaw`
    WITH live AS MATERIALIZED (
      SELECT rp.role_id, rp.permission FROM role_permissions rp
      JOIN permissions p ON p.name = rp.permission AND p.retired_at IS NULL
      WHERE rp.permission = ANY (${[...by.giving, by.permission]}::text[])
    ), found AS (
      SELECT DISTINCT oldest.user_id
      FROM (SELECT DISTINCT role_id FROM live WHERE permission = ANY (${[...by.giving]}::text[])) giving
      CROSS JOIN LATERAL (
        SELECT ur.user_id FROM user_roles ur JOIN users u ON u.id = ur.user_id AND u.status = 'active'
        WHERE ur.role_id = giving.role_id AND ur.user_id <> ${by.exceptId}::uuid AND EXISTS (
          SELECT FROM user_roles held JOIN live ON live.role_id = held.role_id
          WHERE held.user_id = ur.user_id AND live.permission = ${by.permission}
        )
        ORDER BY ur.user_id LIMIT ${by.limit}::int
      ) oldest ORDER BY oldest.user_id LIMIT ${by.limit}::int
    )
    SELECT u.id, u.email, u.name FROM found JOIN users u ON u.id = found.user_id ORDER BY u.id`
}
