import type { Tx } from '@/lib/platform/db/database'
import type { Outcome } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'
import { revokeSessionsOf } from '@/lib/sessions/revoke-sessions'
import { changeUser, type UserTarget } from '@/lib/users-admin/change-user'
import { ACT_PERMISSIONS } from '@/lib/users-admin/user-acts'
import type { HeldUser } from '@/lib/users/managed-user.store'
import type { ManagedUser } from '@/lib/users/present-managed-user'

/** Ends all sessions of a user everywhere, also one's own if that is who it is; needs `users:activate`. The account stays as it is. */
export function endUserSessions(
  actor: Actor,
  target: UserTarget,
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, { id: userId }: HeldUser) => {
    const ended = await revokeSessionsOf(tx, { userId, reason: 'revoked_by_administrator', now: ctx.now })
    return { ok: true, details: ended === 0 ? null : { sessions_ended: ended } } as const
  }
  const act = { permission: ACT_PERMISSIONS.end_sessions, action: 'user.sessions_ended' } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}
