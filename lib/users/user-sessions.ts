import { changeUser, type UserTarget } from '@/lib/accounts/change-user'
import { findManagedUser, type LockedUser } from '@/lib/accounts/managed-user.store'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import {
  countSessions,
  type ListedSession,
  listSessions,
} from '@/lib/identity/sessions/list-sessions'
import { revokeDistrusted } from '@/lib/identity/sessions/revoke-sessions'
import { signOutEverywhere } from '@/lib/identity/sessions/sign-out-everywhere'
import { db, type Tx } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import type { BoundedCount, PageRequest } from '@/lib/platform/pagination'
import { type Outcome, refuse } from '@/lib/platform/problems'
import {
  type Actor,
  can,
  type Principal,
  type RequestContext,
} from '@/lib/platform/request-context'
import { USER_ACTION_PERMISSIONS } from '@/lib/users/user-actions'

/**
 * One page of a user's active sessions, newest first; needs `users:read`. `current` marks the
 * requesting session.
 */
export async function listUserSessions(
  actor: Principal,
  { userId, ...page }: { userId: string } & PageRequest,
  { now }: Pick<RequestContext, 'now'>,
): Promise<Outcome<{ sessions: ListedSession[]; nextCursor: string | null }>> {
  if (!can(actor, 'users:read'))
    return refuse('insufficient_permission', { requiredPermission: 'users:read' })
  if (!isId(userId)) return refuse('not_found')
  const by = {
    userId: userId.toLowerCase(),
    currentId: actor.kind === 'session' ? actor.sessionId : null,
  }
  const listed = await listSessions(by, page, now)
  // Report an invalid request before a missing user.
  if (!listed.ok || listed.sessions.length > 0) return listed
  return (await findManagedUser(db(), userId)) ? listed : refuse('not_found')
}

/** How many active sessions a user has, exact up to 10,000; needs `users:read`. */
export async function countUserSessions(
  actor: Principal,
  userId: string,
  { now }: Pick<RequestContext, 'now'>,
): Promise<Outcome<{ total: BoundedCount }>> {
  if (!can(actor, 'users:read'))
    return refuse('insufficient_permission', { requiredPermission: 'users:read' })
  return isId(userId) ? { ok: true, total: await countSessions(userId, now) } : refuse('not_found')
}

/**
 * Ends one session of a user on all instances; needs `users:activate`. Refuses `not_found` for a
 * session that has ended, belongs to another user or never existed. Its device is no longer known,
 * unless an administrator ends it on that device. Other sessions and the account are unchanged.
 */
export function endUserSession(
  actor: Actor | Principal,
  { sessionId, ...target }: UserTarget & { sessionId: string },
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, { id: userId }: LockedUser) => {
    const currentId = sessionOf(actor)
    const reason = 'revoked_by_administrator'
    const by = { sessionId, userId, currentId, reason } as const
    const ended = isId(sessionId) && (await revokeDistrusted(tx, by, ctx))
    return ended
      ? ({ ok: true, details: { session_id: sessionId.toLowerCase() } } as const)
      : refuse('not_found')
  }
  const act = {
    permission: USER_ACTION_PERMISSIONS.end_sessions,
    action: 'user.session_ended',
  } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}

/**
 * Ends all sessions of a user on all instances, the actor's own included, and what was begun
 * (`signOutEverywhere`); needs `users:activate`. Nothing else in the account changes.
 */
export function endUserSessions(
  actor: Actor | Principal,
  target: UserTarget,
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const change = async (tx: Tx, { id: userId }: LockedUser) => {
    const by = { userId, endedIn: sessionOf(actor), reason: 'revoked_by_administrator' } as const
    const { recorded } = await signOutEverywhere(tx, by, ctx)
    return { ok: true, details: recorded } as const
  }
  const act = {
    permission: USER_ACTION_PERMISSIONS.end_sessions,
    action: 'user.sessions_ended',
  } as const
  return changeUser({ actor, ...target, ...act, change }, ctx)
}

/**
 * The session in which an administrator acts; null with a key and for the operator of the server.
 */
const sessionOf = (actor: Actor | Principal) =>
  'kind' in actor && actor.kind === 'session' ? actor.sessionId : null
