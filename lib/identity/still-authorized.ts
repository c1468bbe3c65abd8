import { isKeyStillAuthorized } from '@/lib/identity/api-keys/authenticate-key'
import { isSessionStillAuthorized } from '@/lib/identity/sessions/authenticate'
import type { PermissionName } from '@/lib/config/permission-catalog'
import type { PermissionCheck, Principal } from '@/lib/platform/request-context'

/**
 * Whether a previously authenticated caller still has the session or API key and still has the
 * permission, if one is given. For responses that take longer than a revocation may. Served from
 * memory where possible.
 */
export const isStillAuthorized: PermissionCheck = (principal, permission, now) =>
  principal.kind === 'key'
    ? isKeyStillAuthorized(principal, permission, now)
    : isSessionStillAuthorized(principal, permission, now)

/** Whether the caller still has all of these permissions. */
export async function isStillAuthorizedForAll(
  principal: Principal,
  permissions: readonly PermissionName[],
  now: Date,
): Promise<boolean> {
  for (const permission of permissions)
    if (!(await isStillAuthorized(principal, permission, now))) return false
  return true
}
