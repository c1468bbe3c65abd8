import { LRUCache } from 'lru-cache'
import { subscribe } from '@/lib/platform/bus/bus'
import { ForgetfulCache } from '@/lib/platform/bus/forgetful-cache'
import { db } from '@/lib/platform/db/database'
import { remember } from '@/lib/platform/remember'
import { findSessionState, type SessionState } from '@/lib/sessions/session-state.store'

/** How many sessions one process remembers (about 300 bytes each). */
const MAX_SESSIONS = 100_000
const TTL_SECONDS = 300
/** Longer than any answer is under way. */
const SUPERSEDED_FOR_MS = 120_000
const MAX_SUPERSEDED = 10_000

/**
 * Session states in memory, so that a request needs no round trip. What the bus reports is forgotten at once; while the
 * bus is not proven alive every look goes to the database.
 */
function memory(): { states: ForgetfulCache<SessionState>; superseded: LRUCache<string, number> } {
  return remember('session-states', () => {
    const superseded = new LRUCache<string, number>({ max: MAX_SUPERSEDED, ttl: SUPERSEDED_FOR_MS })
    const cache = new ForgetfulCache<SessionState>({
      max: MAX_SESSIONS,
      ttlSeconds: TTL_SECONDS,
      whenBusIsDown: 'load',
      tagsOf: (state) => [state.userId],
    })
    subscribe((message, early) => {
      if (message.type === 'session.revoked') cache.invalidate(message.sessionId)
      else if (message.type === 'user.sessions_revoked') {
        cache.invalidateTag(message.userId)
        const { exceptSessionId, credentialGeneration } = message
        if (exceptSessionId && credentialGeneration && !early)
          superseded.set(exceptSessionId, credentialGeneration)
      } else if (message.type === 'resync') cache.clear()
    })
    return { states: cache, superseded }
  })
}

/** The remembered state of a session, without waiting; undefined when it must be read. */
export function peekSessionState(id: string): SessionState | undefined {
  return memory().states.peek(id)
}

/** The state of a session; null when there is none. */
export function getSessionState(id: string): Promise<SessionState | null> {
  return memory().states.get(id, () => findSessionState(db(), id))
}

/** Forgets one session of this process (its row was moved on here). */
export function forgetSessionState(id: string): void {
  memory().states.forget(id)
}

/**
 * Whether a password change of the last two minutes is known to have voided that generation of a session. Good for not handing out
 * tokens that were made just before it; whether a token is believed is decided by the session's state.
 */
export function isSuperseded(session: { sessionId: string; generation: number }): boolean {
  return session.generation < (memory().superseded.get(session.sessionId) ?? 0)
}
