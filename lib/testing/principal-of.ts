import { findAccess } from '@/lib/access/find-access'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'

/** That user, signed in now, with cacheable permissions. */
export async function principalOf(userId: string): Promise<SessionPrincipal> {
  const access = await findAccess(userId)
  if (!access) throw new Error('there is no such user')
  const { roles, permissions } = access
  return {
    kind: 'session',
    impersonator: null,
    userId,
    sessionId: newId(),
    generation: 1,
    authTime: new Date(),
    roles,
    permissions,
    limitedTo: null,
  }
}
