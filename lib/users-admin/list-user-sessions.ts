import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import { listSessions, type ListedSession } from '@/lib/sessions/list-sessions'
import { findManagedUser } from '@/lib/users/managed-user.store'

/** One page of a user's live sessions, newest first; needs `users:read`. `current` marks the one that asks. */
export async function listUserSessions(
  actor: Principal,
  { userId, ...page }: { userId: string; limit: number; cursor?: string | null },
  { now }: Pick<RequestContext, 'now'>,
): Promise<Outcome<{ sessions: ListedSession[]; nextCursor: string | null }>> {
  if (!can(actor, 'users:read'))
    return refuse('insufficient_permission', { requiredPermission: 'users:read' })
  const owner = isId(userId) ? await findManagedUser(db(), userId) : null
  if (!owner) return refuse('not_found')
  return listSessions({ userId: owner.id, currentId: actor.sessionId, ...page }, now)
}
