import type { z } from 'zod'
import type { roleResponse } from '@/lib/access/role.responses'
import type { RoleRow } from '@/lib/access/role.store'

/** A role as shown to administrators. Times in RFC 3339. */
export type PresentedRole = z.output<typeof roleResponse>

/** Converts a role to the form used by the API and pages. */
export function presentRole(row: RoleRow): PresentedRole {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    is_system: row.isSystem,
    requires_mfa: row.requiresMfa,
    permissions: row.permissions,
    retired_permissions: row.retired,
    user_count: row.userCount,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
