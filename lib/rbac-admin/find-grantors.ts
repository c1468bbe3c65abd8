import { db } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'
import { listGrantorRows } from '@/lib/rbac-admin/grantor.store'
import { can } from '@/lib/rbac/can'
import { permissionCatalog, type PermissionName } from '@/lib/rbac/permission-catalog'

const SHOWN = 5
/** Either of these hands permissions on, as far as their holder has them. */
const GIVING: readonly PermissionName[] = ['rbac:manage', 'users:role:change']

/** Somebody who can be asked for a permission. */
export interface Grantor {
  id: string
  email: string
  name: string | null
}

/**
 * Whom to ask for a permission: up to five active people who can give it, whoever has been here longest first. Null for who has
 * no business with users (no `users:*`): names and addresses are not for them.
 */
export async function findGrantors(asker: Principal, permission: PermissionName): Promise<Grantor[] | null> {
  const mayKnow = permissionCatalog.some(({ name, resource }) => resource === 'users' && can(asker, name))
  if (!mayKnow) return null
  return listGrantorRows(db(), { permission, giving: GIVING, exceptId: asker.userId, limit: SHOWN })
}
