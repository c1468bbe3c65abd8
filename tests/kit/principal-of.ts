import { findAccess } from '@/lib/access/find-access'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { insertSession } from '@/tests/kit/sessions'

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

/** The same, in a session that is live. */
export async function livePrincipalOf(userId: string): Promise<SessionPrincipal> {
  const sessionId = await insertSession(userId, new Date())
  return { ...(await principalOf(userId)), sessionId }
}
