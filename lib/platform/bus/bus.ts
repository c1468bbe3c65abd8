import type { LiveMessage } from '@/lib/platform/bus/live-messages'
import type { Tx } from '@/lib/platform/db/database'
import { afterCommit, beforeCommit, onCommitInDoubt } from '@/lib/platform/db/transaction'
import { logger } from '@/lib/platform/logger'
import { remember } from '@/lib/platform/remember'

/** What instances tell each other. A hint, never the truth: a receiver forgets what it remembered and reads again. */
export type BusMessage =
  /** One session was revoked. */
  | { type: 'session.revoked'; sessionId: string; userId: string }
  /**
   * All (or all but one) sessions of a user were revoked. `credentialGeneration`: the one that goes on does so from that generation,
   * its earlier tokens are void.
   */
  | { type: 'user.sessions_revoked'; userId: string; exceptSessionId?: string; credentialGeneration?: number }
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

/** `early`: the change may not be made yet, or never be; the message comes again when it is (see BusTransport). */
export type BusListener = (message: BusMessage, early: boolean) => void

const DOUBT_LASTS_MS = 3000

/** How messages travel to the other instances. Each transport uses one of the three moments, or two. */
export interface BusTransport {
  /** Hands a message over as part of `tx`: it travels if and only if `tx` commits. */
  publishInTransaction?(tx: Tx, message: BusMessage): Promise<void>
  /** Hands a message over as the last thing before the commit, so that dying right after it leaves nobody untold. */
  publishBeforeCommit?(tx: Tx, message: BusMessage): Promise<void>
  /** Hands a message over after the commit. Never throws: the change is made. */
  publishAfterCommit?(message: BusMessage): Promise<void>
  /** Whether every message handed over up to about a second ago is known to have arrived here. */
  isAlive(): boolean
  /** Whether messages can arrive before their change is visible: what is loaded shortly after one may be the old state. */
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
  remember('bus', () => ({ transport: inProcessTransport, listeners: new Set<BusListener>() }))

/** Chooses how messages travel. Called once, at start. */
export function useTransport(transport: BusTransport): void {
  state().transport = transport
}

/** Whether this process may believe what it remembers; while it may not, session state is read from the database. */
export function isBusAlive(): boolean {
  return state().transport.isAlive()
}

/** Whether what is loaded right after a message may be the old state (see BusTransport.needsHold). */
export function busNeedsHold(): boolean {
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
  // A commit whose answer was lost may have taken place, or still do so for as long as a statement may take.
  onCommitInDoubt(tx, () => {
    deliver(message, true)
    setTimeout(() => deliver(message, true), DOUBT_LASTS_MS).unref()
  })
  await transport.publishInTransaction?.(tx, message)
}

/** Hands a message to the listeners of this process. Called by transports for what arrives from elsewhere. */
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
