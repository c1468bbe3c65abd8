import type { BoundedCount } from '@/lib/platform/bounded-count'
import { now } from '@/lib/platform/clock'
import type { PageRequest } from '@/lib/platform/list-page'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { countSessions, listSessions, type ListedSession } from '@/lib/sessions/list-sessions'

/** One page of the signed-in person's live sessions, newest first. */
export function listOwnSessions(
  principal: Principal,
  page: PageRequest,
  at: Date = now(),
): Promise<Outcome<{ sessions: ListedSession[]; nextCursor: string | null }>> {
  return listSessions({ userId: principal.userId, currentId: principal.sessionId }, page, at)
}

/** How many live sessions the signed-in person has, exactly up to 10,000. */
export function countOwnSessions(principal: Principal, at: Date = now()): Promise<BoundedCount> {
  return countSessions(principal.userId, at)
}
