import { LRUCache } from 'lru-cache'
import { type BusMessage, type LiveMessage, subscribe } from '@/lib/platform/bus/bus'
import { onSettingsApplied } from '@/lib/settings/follow-settings'
import type { AccessWatch, SessionWatch } from '@/server/live/access-watch'
import { COMMIT_WAIT_MS } from '@/server/live/commit-wait'
import type { Connections } from '@/server/live/connections'
import type { InboxUpdates } from '@/server/live/inbox-updates'
import type { ChangeHints, PageUpdates } from '@/server/live/page-updates'

/**
 * When to check again for a change announced before its commit: soon, and after any commit must
 * have ended.
 */
const RECHECK_DELAYS_MS = [800, COMMIT_WAIT_MS]
/**
 * Minimum interval between resending the current state to all connections after a gap in the bus.
 */
const RECOVER_EVERY_MS = 1000

interface Parts {
  connections: Connections
  sessions: SessionWatch
  access: AccessWatch
  inbox: InboxUpdates
  pages: PageUpdates
  hints: ChangeHints
}

/** Translates bus messages into calls to the parts of the hub. Returns a function that stops it. */
export function consumeBus(parts: Parts): () => void {
  const copies = new MessageDeduplication()
  const recover = recovery(parts)
  // Whether a second factor is required is a setting, and its message arrives before it is in
  // force.
  const ignoreSettings = onSettingsApplied(() => parts.sessions.checkAll())
  const unsubscribe = subscribe((message, early) => {
    if (message.type === 'resync') return recover()
    if (message.type === 'settings.changed') return
    if ('id' in message) return copies.take(message, early, (live) => consumeLive(parts, live))
    parts.hints.take(message, early)
    consumeChange(parts, message, early)
    if (early)
      for (const ms of RECHECK_DELAYS_MS)
        setTimeout(() => consumeChange(parts, message, true), ms).unref()
  })
  return () => {
    unsubscribe()
    ignoreSettings()
  }
}

/**
 * Checks all sessions at once, because a revocation may have been missed, and sends the current
 * state to all connections, at most once per interval.
 */
function recovery({ sessions, access, inbox, pages }: Parts): () => void {
  let resendAt = 0
  let resending: NodeJS.Timeout | null = null
  return () => {
    sessions.checkAll()
    const wait = Math.max(0, resendAt - performance.now())
    resending ??= setTimeout(() => {
      resending = null
      resendAt = performance.now() + RECOVER_EVERY_MS
      access.checkAll()
      inbox.syncAll()
      pages.invalidateAll()
    }, wait).unref()
  }
}

function consumeChange(
  parts: Parts,
  message: Exclude<BusMessage, LiveMessage | { type: 'settings.changed' }>,
  early: boolean,
): void {
  const { connections, sessions, access } = parts
  if (message.type === 'rbac.changed') {
    // A role may now require a second factor.
    sessions.checkAll()
    return access.checkAll()
  }
  if (message.type === 'resync' || !connections.has(message.userId)) return
  const { userId } = message
  if (message.type === 'session.revoked') sessions.check(message.sessionId, userId)
  else if (message.type === 'api_key.revoked') sessions.check(message.keyId, userId)
  else
    sessions.checkUser(userId, { notifyOthers: message.type === 'user.sessions_revoked' && !early })
  if (message.type === 'user.changed') access.check(userId)
}

function consumeLive({ inbox, pages }: Parts, message: LiveMessage): void {
  if (message.type === 'inbox.changed') inbox.changed(message.changes)
  else if (message.type === 'ui.patch') pages.patch(message.audience, message.patch)
  else pages.toast(message.userId, message.toast)
}

const DEDUPLICATION_MS = 10_000
const MAX_KNOWN_MESSAGES = 20_000

/**
 * Merges the copies of a message that may arrive (see BusTransport). A message that preceded its
 * commit takes effect when its definitive copy arrives. If none arrives (its sender crashed in
 * between), it takes effect after a delay, because checking the database does no harm. A toast,
 * however, claims that something was done: it is never shown without the definitive copy.
 */
export class MessageDeduplication {
  readonly #known = new LRUCache<string, { done: boolean; timer?: NodeJS.Timeout }>({
    max: MAX_KNOWN_MESSAGES,
    ttl: DEDUPLICATION_MS,
    dispose: ({ timer }) => clearTimeout(timer),
  })

  take(message: LiveMessage, early: boolean, act: (message: LiveMessage) => void): void {
    const known = this.#known.get(message.id)
    if (known?.done || (known && early)) return
    if (!early || message.type === 'ui.toast') {
      // An early toast is not remembered, so that the definitive copy is accepted.
      if (early) return
      this.#known.set(message.id, { done: true })
      return act(message)
    }
    const timer = setTimeout(() => {
      this.#known.set(message.id, { done: true })
      act(message)
    }, COMMIT_WAIT_MS).unref()
    this.#known.set(message.id, { done: false, timer })
  }
}
