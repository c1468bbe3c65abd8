import { db } from '@/lib/platform/db/database'
import { listGrantingRoleRows, type GrantingRole } from '@/lib/rbac-admin/explain.store'

/** The roles that hold a permission, retired or not, by name: the first of them, and whether there are more. */
export async function listGrantingRoles(
  permission: string,
  limit: number,
): Promise<{ roles: GrantingRole[]; more: boolean }> {
  const rows = await listGrantingRoleRows(db(), permission, limit + 1)
  return { roles: rows.slice(0, limit), more: rows.length > limit }
}
