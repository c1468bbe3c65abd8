import type { z } from 'zod'
import { db } from '@/lib/platform/db/database'
import { findRetiredPermissions } from '@/lib/rbac-admin/role.store'
import type { permissionResponse } from '@/lib/rbac-admin/role.answers'
import { permissionCatalog } from '@/lib/rbac/permission-catalog'

/** A permission as administrators see it. */
export type ListedPermission = z.output<typeof permissionResponse>

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
