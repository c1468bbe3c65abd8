import { MAX_RECENT } from '@/lib/identity/sessions/session.store'
import { publish } from '@/lib/platform/bus/bus'
import type { Tx } from '@/lib/platform/db/database'

/**
 * Notifies every instance of sessions that ended together: of each one or, if they are many, of
 * each of their users, so that an intruder who opened thousands floods neither the bus nor its
 * subscribers. `ended` begins with those whose cookies may still be on their way.
 */
export async function announceEndings(
  tx: Tx,
  ended: readonly { sessionId: string; userId: string }[],
): Promise<void> {
  if (ended.length <= MAX_RECENT) {
    for (const { sessionId, userId } of ended)
      await publish(tx, { type: 'session.revoked', sessionId, userId })
    return
  }
  const recent = new Map<string, string[]>()
  for (const { sessionId, userId } of ended) {
    const ids = recent.get(userId)
    if (!ids) recent.set(userId, [sessionId])
    else if (ids.length < MAX_RECENT) ids.push(sessionId)
  }
  for (const [userId, recentSessionIds] of recent)
    await publish(tx, { type: 'user.sessions_revoked', userId, recentSessionIds })
}
