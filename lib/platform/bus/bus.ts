import { processSingleton } from '@/lib/config/process-singleton'
import type { Tx } from '@/lib/platform/db/database'
import { COMMIT_ENDS_WITHIN_MS } from '@/lib/platform/db/server-pool'
import { afterCommit, beforeCommit, onCommitInDoubt } from '@/lib/platform/db/transaction'
import { logger } from '@/lib/platform/logger'

/** A JSON value. */
export type JsonValue =
  string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** One change in a user's inbox; `itemId` is null for several items at once. */
export interface InboxChange {
  userId: string
  reason: 'created' | 'read' | 'deleted'
  itemId: string | null
}

/** An instruction to a page to update something it shows. */
export interface UiPatch {
  target: string
  op: 'set' | 'merge' | 'remove' | 'invalidate'
  data?: Record<string, JsonValue>
}

/** A short-lived message on a page. `href` is a path of this service. */
export interface UiToast {
  level: 'info' | 'success' | 'warning' | 'error'
  title: string
  message?: string
  action?: { label: string; href: string }
}

/**
 * What instances send each other for their live connections. `id` distinguishes copies of one
 * message from two messages.
 */
export type LiveMessage =
  | { type: 'inbox.changed'; id: string; changes: readonly InboxChange[] }
  | {
      type: 'ui.patch'
      id: string
      audience: { userId: string } | { permission: string }
      patch: UiPatch
    }
  | { type: 'ui.toast'; id: string; userId: string; toast: UiToast }

/**
 * What instances send each other. A hint, never the source of truth: a receiver drops what it
 * cached and reads again.
 */
export type BusMessage =
  /** One session was revoked. */
  | { type: 'session.revoked'; sessionId: string; userId: string }
  /**
   * Many sessions of a user, or all (or all but one), were revoked. `credentialGeneration`: the
   * remaining one continues from that generation, and its earlier tokens are invalid.
   * `recentSessionIds`: those that were used in a browser just now.
   */
  | {
      type: 'user.sessions_revoked'
      userId: string
      exceptSessionId?: string
      credentialGeneration?: number
      recentSessionIds?: readonly string[]
    }
  /** An API key was revoked. */
  | { type: 'api_key.revoked'; keyId: string; userId: string }
  /** Status, roles or profile of a user changed. */
  | { type: 'user.changed'; userId: string }
  /** Roles or their permissions changed: any user's permissions may differ. */
  | { type: 'rbac.changed' }
  /** Stored settings, profile fields, or signing keys changed. */
  | { type: 'settings.changed' }
  /** Messages may have been missed: drop everything cached. */
  | { type: 'resync' }
  /** A message for live connections. */
  | LiveMessage

/**
 * `early`: the change may not be visible yet, or never be made. The message is repeated once it is
 * made (see BusTransport).
 */
export type BusListener = (message: BusMessage, early: boolean) => void

/** How messages reach the other instances. Each transport uses one of the two moments, or both. */
export interface BusTransport {
  /**
   * Sends the messages of a transaction as the last step before its commit, so that a process that
   * dies right after it has announced the changes. Together, because rows are locked meanwhile and
   * a transaction has little time.
   */
  publishBeforeCommit?(tx: Tx, messages: readonly BusMessage[]): Promise<void>
  /** Sends a message after the commit. Never throws, because the change is made. */
  publishAfterCommit?(message: BusMessage): Promise<void>
  /** Whether every message sent up to about a second ago is known to have arrived here. */
  isAlive(): boolean
  /** The age in milliseconds of the newest heartbeat that came back; null if none did. */
  lagMs(): number | null
  /**
   * Whether messages can arrive before their change is visible: what is loaded shortly after one
   * may be the old state.
   */
  readonly needsFence: boolean
  close(): Promise<void>
}

/** The transport of a single process, without other instances. */
export const inProcessTransport: BusTransport = {
  isAlive: () => true,
  lagMs: () => 0,
  needsFence: false,
  close: async () => {},
}

const state = () =>
  processSingleton('bus', () => ({
    transport: inProcessTransport,
    listeners: new Set<BusListener>(),
  }))

/** Sets the transport. Called once, at start. */
export function useTransport(transport: BusTransport): void {
  state().transport = transport
}

/**
 * Whether this process may trust its caches. While it may not, the state of sessions and the
 * permissions of users are read from the database.
 */
export function isBusAlive(): boolean {
  return state().transport.isAlive()
}

/**
 * How far behind the messages of other instances may be, in milliseconds; null if they don't come.
 */
export function busLagMs(): number | null {
  return state().transport.lagMs()
}

/**
 * Whether what is loaded right after a message may be the old state (see BusTransport.needsFence).
 */
export function busNeedsFence(): boolean {
  return state().transport.needsFence
}

/**
 * Calls `listener` for every message, from this or another instance. Returns a function that
 * unsubscribes.
 */
export function subscribe(listener: BusListener): () => void {
  state().listeners.add(listener)
  return () => void state().listeners.delete(listener)
}

/**
 * Calls `reload` when stored settings change, and again when a change that was announced before its
 * commit must have been made: its sender may have died in between. Returns a function that
 * unsubscribes.
 */
export function subscribeToSettings(reload: () => void): () => void {
  const later = new Set<NodeJS.Timeout>()
  const unsubscribe = subscribe(({ type }, early) => {
    if (type !== 'settings.changed' && type !== 'resync') return
    reload()
    if (!early) return
    const timer = setTimeout(() => {
      later.delete(timer)
      reload()
    }, COMMIT_ENDS_WITHIN_MS).unref()
    later.add(timer)
  })
  return () => {
    unsubscribe()
    later.forEach(clearTimeout)
  }
}

/**
 * Announces a change to every instance, including this one at once, if and only if `tx` commits.
 */
export async function publish(tx: Tx, message: BusMessage): Promise<void> {
  const { transport } = state()
  announceBeforeCommit(tx, message)
  afterCommit(tx, async () => {
    deliver(message)
    await transport.publishAfterCommit?.(message)
  })
  // A commit whose answer was lost may have succeeded, or may still do so until the statement
  // timeout.
  onCommitInDoubt(tx, () => {
    deliver(message, true)
    setTimeout(() => deliver(message, true), COMMIT_ENDS_WITHIN_MS).unref()
  })
}

/** By transaction. */
const announcements = new WeakMap<Tx, BusMessage[]>()

function announceBeforeCommit(tx: Tx, message: BusMessage): void {
  const earlier = announcements.get(tx)
  if (earlier) return void earlier.push(message)
  const messages = [message]
  announcements.set(tx, messages)
  const { transport } = state()
  beforeCommit(tx, () => transport.publishBeforeCommit?.(tx, messages))
}

/**
 * Passes a message to the listeners of this process. Transports call it for messages from other
 * instances.
 */
export function deliver(message: BusMessage, early = false): void {
  for (const listener of state().listeners) {
    try {
      listener(message, early)
    } catch (error) {
      logger().error({ error, type: message.type }, 'a bus listener failed')
    }
  }
}

/** Closes the transport; afterwards the process is on its own. */
export async function closeBus(): Promise<void> {
  const { transport } = state()
  state().transport = inProcessTransport
  await transport.close()
}

const KNOWN = {
  'session.revoked': true,
  'user.sessions_revoked': true,
  'api_key.revoked': true,
  'user.changed': true,
  'rbac.changed': true,
  'settings.changed': true,
  resync: true,
  'inbox.changed': true,
  'ui.patch': true,
  'ui.toast': true,
} as const satisfies Record<BusMessage['type'], true>

/** A received message. */
export interface Arrived {
  from: string
  message: BusMessage
  /** It was sent before its commit: the change may not be visible yet, or never be made. */
  early: boolean
}

/**
 * The serialized message: usually about 200 bytes of JSON, 2000 with the ids of 50 sessions, and
 * never more than the 8000 that PostgreSQL carries.
 */
export function encodeMessage(from: string, message: BusMessage, early = false): string {
  return JSON.stringify(early ? { from, message, early } : { from, message })
}

/**
 * Parses a received message. One that this build does not know (from a newer instance) means that
 * something unknown changed, so it becomes `resync`.
 */
export function decodeMessage(text: string): Arrived {
  try {
    const { from, message, early } = JSON.parse(text) as Arrived
    if (typeof from === 'string' && Object.hasOwn(KNOWN, message.type))
      return { from, message, early: early === true }
  } catch {
    // Not JSON: handled like an unknown type.
  }
  return { from: '', message: { type: 'resync' }, early: false }
}
