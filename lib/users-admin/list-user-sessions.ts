import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { listSessions, type ListedSession } from '@/lib/sessions/list-sessions'
import { findManagedUser } from '@/lib/users/managed-user.store'

/** One page of a user's live sessions, newest first; needs `users:read`. `current` marks the one that asks. */
export async function listUserSessions(
  actor: Principal,
  { userId, ...page }: { userId: string; limit: number; cursor?: string | null },
  ctx: RequestContext,
): Promise<Outcome<{ sessions: ListedSession[]; nextCursor: string | null }>> {
  const owner = isId(userId) ? await findManagedUser(db(), userId) : null
  if (!owner) return refuse('not_found')
  return listSessions({ userId: owner.id, currentId: actor.sessionId, ...page }, ctx.now)
}
