import type { Principal } from '@/lib/platform/request-context'
import { findAccess } from '@/lib/rbac/find-access'
import type { PermissionName } from '@/lib/rbac/permission-catalog'
import { getSessionState } from '@/lib/sessions/session-states'

/**
 * Whether somebody who was let in before is still signed in with that session and still holds the permission, where one is named: for answers
 * that take longer than a revocation may. From memory where possible.
 */
export async function stillHolds(
  principal: Principal,
  permission: PermissionName | null,
  now: Date,
): Promise<boolean> {
  const [state, access] = await Promise.all([
    getSessionState(principal.sessionId),
    findAccess(principal.userId),
  ])
  if (!state || state.revoked || state.expiresAt <= now) return false
  if (principal.generation < state.credentialGeneration) return false
  return access?.status === 'active' && (permission === null || access.permissions.has(permission))
}
