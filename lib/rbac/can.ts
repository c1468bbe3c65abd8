import type { Principal } from '@/lib/platform/request-context'
import type { PermissionName } from '@/lib/rbac/permission-catalog'

/** Whether the principal holds exactly this permission. No wildcards, no role names, no hierarchy. */
export function can(principal: Pick<Principal, 'permissions'>, permission: PermissionName): boolean {
  return principal.permissions.has(permission)
}
