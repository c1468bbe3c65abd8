import type { Db } from '@/lib/platform/db/database'
import type { PermissionName } from '@/lib/rbac/permission-catalog'

/** Somebody to be told of something, and in which language; null where they chose none. */
export interface PermissionHolder {
  id: string
  locale: string | null
}

/** Active users who hold a permission that is not retired, by id, after that one. Of each role only a batch is looked at. */
export function listPermissionHolders(
  db: Db,
  by: { permission: PermissionName; afterId: string | null; limit: number },
): Promise<PermissionHolder[]> {
  return db.$queryRaw<PermissionHolder[]>`
    WITH granting AS MATERIALIZED (
      SELECT rp.role_id FROM role_permissions rp
      JOIN permissions p ON p.name = rp.permission AND p.retired_at IS NULL
      WHERE rp.permission = ${by.permission}
    ), batch AS (
      SELECT DISTINCT held.user_id FROM granting g CROSS JOIN LATERAL (
        SELECT ur.user_id FROM user_roles ur JOIN users u ON u.id = ur.user_id AND u.status = 'active'
        WHERE ur.role_id = g.role_id AND (${by.afterId}::uuid IS NULL OR ur.user_id > ${by.afterId}::uuid)
        ORDER BY ur.user_id LIMIT ${by.limit}::int
      ) held ORDER BY held.user_id LIMIT ${by.limit}::int
    )
    SELECT u.id, u.locale FROM batch JOIN users u ON u.id = batch.user_id ORDER BY u.id`
}
