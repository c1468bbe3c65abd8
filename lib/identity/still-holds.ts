import { keyStillHolds } from '@/lib/identity/api-keys/authenticate-key'
import { sessionStillHolds } from '@/lib/identity/sessions/authenticate'
import type { PermissionCheck } from '@/lib/platform/request-context'

/**
 * Whether a previously authenticated caller still has the session or API key and still has the
 * permission, if one is given. For responses that take longer than a revocation may. Served from
 * memory where possible.
 */
export const stillHolds: PermissionCheck = (principal, permission, now) =>
  principal.kind === 'key'
    ? keyStillHolds(principal, permission, now)
    : sessionStillHolds(principal, permission, now)
