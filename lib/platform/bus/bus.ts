import { processSingleton } from '@/lib/config/process-singleton'
import type { Tx } from '@/lib/platform/db/database'
import { afterCommit, beforeCommit, onCommitInDoubt } from '@/lib/platform/db/transaction'
import { logger } from '@/lib/platform/logger'

/** What JSON can say. */
export type JsonValue =
  string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** One change in somebody's inbox; `itemId` null: of several items at once. */
export interface InboxChange {
  userId: string
  reason: 'created' | 'read' | 'deleted'
  itemId: string | null
}

/** What a page is told to do with something it shows. */
export interface UiPatch {
  target: string
  op: 'set' | 'merge' | 'remove' | 'invalidate'
  data?: Record<string, JsonValue>
}

/** A sentence shown for a moment. `href` is a path of this service. */
export interface UiToast {
  level: 'info' | 'success' | 'warning' | 'error'
  title: string
  message?: string
  action?: { label: string; href: string }
}

/**
 * What instances tell each other for the live connections they hold. `id` tells the copies of one
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
 * What instances tell each other. A hint, never the truth: a receiver forgets what it remembered
 * and reads again.
 */
export type BusMessage =
  /** One session was revoked. */
  | { type: 'session.revoked'; sessionId: string; userId: string }
  /**
   * All (or all but one) sessions of a user were revoked. `credentialGeneration`: the one that goes
   * on does so from that generation, its earlier tokens are void.
   */
  | {
      type: 'user.sessions_revoked'
      userId: string
      exceptSessionId?: string
      credentialGeneration?: number
    }
  /** Status, roles or profile of a user changed. */
  | { type: 'user.changed'; userId: string }
  /** Roles or their permissions changed: everybody's permissions may differ. */
  | { type: 'rbac.changed' }
  /** Stored settings changed. */
  | { type: 'settings.changed' }
  /** Messages may have been missed: forget everything remembered. */
  | { type: 'resync' }
  /** Something for live connections. */
  | LiveMessage

/**
 * `early`: the change may not be made yet, or never be; the message comes again when it is (see
 * BusTransport).
 */
export type BusListener = (message: BusMessage, early: boolean) => void

const DOUBT_LASTS_MS = 3000

/**
 * How messages travel to the other instances. Each transport uses one of the three moments, or two.
 */
export interface BusTransport {
  /** Hands a message over as part of `tx`: it travels if and only if `tx` commits. */
  publishInTransaction?(tx: Tx, message: BusMessage): Promise<void>
  /**
   * Hands a message over as the last thing before the commit, so that dying right after it leaves
   * nobody untold.
   */
  publishBeforeCommit?(tx: Tx, message: BusMessage): Promise<void>
  /** Hands a message over after the commit. Never throws: the change is made. */
  publishAfterCommit?(message: BusMessage): Promise<void>
  /** Whether every message handed over up to about a second ago is known to have arrived here. */
  isAlive(): boolean
  /**
   * Whether messages can arrive before their change is visible: what is loaded shortly after one
   * may be the old state.
   */
  readonly needsHold: boolean
  close(): Promise<void>
}

/** The transport of a single process: nobody else is there to be told. */
export const inProcessTransport: BusTransport = {
  isAlive: () => true,
  needsHold: false,
  close: async () => {},
}

const state = () =>
  processSingleton('bus', () => ({
    transport: inProcessTransport,
    listeners: new Set<BusListener>(),
  }))

/** Chooses how messages travel. Called once, at start. */
export function useTransport(transport: BusTransport): void {
  state().transport = transport
}

/**
 * Whether this process may believe what it remembers; while it may not, session state is read from
 * the database.
 */
export function isBusAlive(): boolean {
  return state().transport.isAlive()
}

/**
 * Whether what is loaded right after a message may be the old state (see BusTransport.needsHold).
 */
export function busNeedsFence(): boolean {
  return state().transport.needsHold
}

/** Calls `listener` for every message, from here or elsewhere. Returns the way to stop. */
export function subscribe(listener: BusListener): () => void {
  state().listeners.add(listener)
  return () => void state().listeners.delete(listener)
}

/** Tells every instance, this one included and at once, if and only if `tx` commits. */
export async function publish(tx: Tx, message: BusMessage): Promise<void> {
  const { transport } = state()
  beforeCommit(tx, () => transport.publishBeforeCommit?.(tx, message))
  afterCommit(tx, async () => {
    deliver(message)
    await transport.publishAfterCommit?.(message)
  })
  // A commit whose answer was lost may have taken place, or still do so for as long as a statement
  // may take.
  onCommitInDoubt(tx, () => {
    deliver(message, true)
    setTimeout(() => deliver(message, true), DOUBT_LASTS_MS).unref()
  })
  await transport.publishInTransaction?.(tx, message)
}

/**
 * Hands a message to the listeners of this process. Called by transports for what arrives from
 * elsewhere.
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

/** Closes the transport; afterwards the process is alone. */
export async function closeBus(): Promise<void> {
  const { transport } = state()
  state().transport = inProcessTransport
  await transport.close()
}

const KNOWN = {
  'session.revoked': true,
  'user.sessions_revoked': true,
  'user.changed': true,
  'rbac.changed': true,
  'settings.changed': true,
  resync: true,
  'inbox.changed': true,
  'ui.patch': true,
  'ui.toast': true,
} as const satisfies Record<BusMessage['type'], true>

/** A message as it arrived. */
export interface Arrived {
  from: string
  message: BusMessage
  /** It was sent before its commit: the change may not be visible yet, or never be made. */
  early: boolean
}

/**
 * A message as it travels: about 200 bytes of JSON, and never more than the 8000 that PostgreSQL
 * carries.
 */
export function encodeMessage(from: string, message: BusMessage, early = false): string {
  return JSON.stringify(early ? { from, message, early } : { from, message })
}

/**
 * Reads a message that arrived. One that this build does not know (a newer instance sent it) means
 * that something changed of which it cannot tell what: it becomes `resync`.
 */
export function decodeMessage(text: string): Arrived {
  try {
    const { from, message, early } = JSON.parse(text) as Arrived
    if (typeof from === 'string' && Object.hasOwn(KNOWN, message.type))
      return { from, message, early: early === true }
  } catch {
    // Not JSON: as unknown as an unknown type.
  }
  return { from: '', message: { type: 'resync' }, early: false }
}
