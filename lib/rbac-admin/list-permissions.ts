import { db } from '@/lib/platform/db/database'
import { findRetiredPermissions } from '@/lib/rbac-admin/role.store'
import { permissionCatalog } from '@/lib/rbac/permission-catalog'

/** A permission as administrators see it. */
export interface ListedPermission {
  name: string
  description: string
  resource: string
  /** It left the code: roles may hold it still, nobody has it, nobody can grant it. */
  retired?: true
}

/** The catalog in its order, then what left it, by name; another instance may know better than this one what did. */
export async function listPermissions(): Promise<ListedPermission[]> {
  const retired = await findRetiredPermissions(db())
  const gone = new Set(retired.map(({ name }) => name))
  const current = permissionCatalog.filter(({ name }) => !gone.has(name))
  return [
    ...current.map(({ name, description, resource }) => ({ name, description, resource })),
    ...retired.map((permission) => ({ ...permission, retired: true as const })),
  ]
}
