import type { Tx } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { revokeSession } from '@/lib/sessions/revoke-sessions'
import { changeUser, type UserTarget } from '@/lib/users-admin/change-user'
import { ACT_PERMISSIONS } from '@/lib/users-admin/user-acts'
import type { HeldUser } from '@/lib/users/managed-user.store'
import type { ManagedUser } from '@/lib/users/present-managed-user'

/**
 * Ends one session of a user everywhere; needs `users:activate`. One that has ended, or is somebody else's, is as unknown as one that
 * never was: `not_found`. The other sessions and the account stay as they are.
 */
export function endUserSession(
  actor: Principal,
  { sessionId, ...target }: UserTarget & { sessionId: string },
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, { id: userId }: HeldUser) => {
    const by = { sessionId, userId, reason: 'revoked_by_administrator', now: ctx.now } as const
    const ended = isId(sessionId) && (await revokeSession(tx, by))
    return ended
      ? ({ ok: true, details: { session_id: sessionId.toLowerCase() } } as const)
      : refuse('not_found')
  }
  const act = { permission: ACT_PERMISSIONS.end_sessions, action: 'user.session_ended' } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}
