import type { BoundedCount } from '@/lib/platform/bounded-count'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import type { PageRequest } from '@/lib/platform/list-page'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import { countSessions, listSessions, type ListedSession } from '@/lib/sessions/list-sessions'
import { findManagedUser } from '@/lib/users/managed-user.store'

/** One page of a user's live sessions, newest first; needs `users:read`. `current` marks the one that asks. */
export async function listUserSessions(
  actor: Principal,
  { userId, ...page }: { userId: string } & PageRequest,
  { now }: Pick<RequestContext, 'now'>,
): Promise<Outcome<{ sessions: ListedSession[]; nextCursor: string | null }>> {
  if (!can(actor, 'users:read'))
    return refuse('insufficient_permission', { requiredPermission: 'users:read' })
  if (!isId(userId)) return refuse('not_found')
  const by = { userId: userId.toLowerCase(), currentId: actor.sessionId }
  const listed = await listSessions(by, page, now)
  // What is wrong with the request comes before what is not there.
  if (!listed.ok || listed.sessions.length > 0) return listed
  return (await findManagedUser(db(), userId)) ? listed : refuse('not_found')
}

/** How many live sessions a user has, exactly up to 10,000; needs `users:read`. */
export async function countUserSessions(
  actor: Principal,
  userId: string,
  { now }: Pick<RequestContext, 'now'>,
): Promise<Outcome<{ total: BoundedCount }>> {
  if (!can(actor, 'users:read'))
    return refuse('insufficient_permission', { requiredPermission: 'users:read' })
  return isId(userId) ? { ok: true, total: await countSessions(userId, now) } : refuse('not_found')
}
