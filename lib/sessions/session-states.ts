import { subscribe } from '@/lib/platform/bus/bus'
import { ForgetfulCache } from '@/lib/platform/bus/forgetful-cache'
import { db } from '@/lib/platform/db/database'
import { remember } from '@/lib/platform/remember'
import { findSessionState, type SessionState } from '@/lib/sessions/session.store'

/** How many sessions one process remembers (about 300 bytes each). */
const MAX_SESSIONS = 100_000
const TTL_SECONDS = 300

/**
 * Session states in memory, so that a request needs no round trip. What the bus reports is forgotten at once; while the
 * bus is not proven alive every look goes to the database.
 */
function states(): ForgetfulCache<SessionState> {
  return remember('session-states', () => {
    const cache = new ForgetfulCache<SessionState>({
      max: MAX_SESSIONS,
      ttlSeconds: TTL_SECONDS,
      whenBusIsDown: 'load',
      tagsOf: (state) => [state.userId],
    })
    subscribe((message) => {
      if (message.type === 'session.revoked') cache.invalidate(message.sessionId)
      else if (message.type === 'user.sessions_revoked') cache.invalidateTag(message.userId)
      else if (message.type === 'resync') cache.clear()
    })
    return cache
  })
}

/** The remembered state of a session, without waiting; undefined when it must be read. */
export function peekSessionState(id: string): SessionState | undefined {
  return states().peek(id)
}

/** The state of a session; null when there is none. */
export function getSessionState(id: string): Promise<SessionState | null> {
  return states().get(id, () => findSessionState(db(), id))
}

/** Forgets one session of this process (its row was moved on here). */
export function forgetSessionState(id: string): void {
  states().forget(id)
}
