import type { RoleRow } from '@/lib/rbac-admin/role.store'

/** A role as administrators see it. Times in RFC 3339. */
export interface PresentedRole {
  id: string
  name: string
  description: string
  is_system: boolean
  permissions: string[]
  retired_permissions: string[]
  user_count: number
  version: number
  created_at: string
  updated_at: string
}

/** The form in which API and pages show a role. */
export function presentRole(row: RoleRow): PresentedRole {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    is_system: row.isSystem,
    permissions: row.permissions,
    retired_permissions: row.retired,
    user_count: row.userCount,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
