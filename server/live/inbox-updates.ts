import { countUnread, findInboxItems } from '@/lib/messaging/inbox/inbox.store'
import { presentInboxUpdate } from '@/lib/messaging/live/present-live-event'
import type { InboxChange } from '@/lib/platform/bus/bus'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import type { Connections } from '@/server/live/connections'
import type { LiveSocket } from '@/server/live/live-socket'

/** Changes within this time are read together. */
const GATHER_MS = 25
const USERS_PER_READ = 500
/** More simultaneous changes to one inbox are sent as a single update with its current state. */
const MAX_SINGLE_EVENTS = 5
const RETRY_MS = 1000

/** The pending updates for one user. */
interface Pending {
  changes: InboxChange[]
  /** Connections to send the current state to: new ones, or all of them after a gap. */
  sync: Set<LiveSocket>
}

/**
 * Sends users the state of their inbox: on connection and after every change. The count and items
 * are read when they are sent.
 */
export class InboxUpdates {
  readonly #connections: Connections
  #pending = new Map<string, Pending>()
  #gathering = false

  constructor(connections: Connections) {
    this.#connections = connections
  }

  /** Sends a connection the current state. */
  sync(socket: LiveSocket): void {
    this.#pendingOf(socket.caller.userId).sync.add(socket)
    this.#gather()
  }

  /** Sends every connection the current state, because changes may have been missed. */
  syncAll(): void {
    for (const userId of this.#connections.usersAt('api'))
      for (const socket of this.#connections.of(userId, 'api')) this.sync(socket)
  }

  changed(changes: readonly InboxChange[]): void {
    for (const change of changes)
      if (this.#connections.of(change.userId, 'api').length > 0)
        this.#pendingOf(change.userId).changes.push(change)
    this.#gather()
  }

  #pendingOf(userId: string): Pending {
    const known = this.#pending.get(userId)
    if (known) return known
    const fresh: Pending = { changes: [], sync: new Set() }
    this.#pending.set(userId, fresh)
    return fresh
  }

  #gather(ms = GATHER_MS): void {
    if (this.#gathering || this.#pending.size === 0) return
    this.#gathering = true
    setTimeout(() => void this.#tell(), ms).unref()
  }

  async #tell(): Promise<void> {
    const batch = [...this.#pending].slice(0, USERS_PER_READ)
    for (const [userId] of batch) this.#pending.delete(userId)
    let wait = GATHER_MS
    try {
      const itemIds = batch.flatMap(([, { changes }]) =>
        changes.flatMap(({ itemId }) => itemId ?? []),
      )
      const [counts, items] = await Promise.all([
        countUnread(
          db(),
          batch.map(([userId]) => userId),
        ),
        itemIds.length === 0 ? new Map<string, never>() : findInboxItems(db(), itemIds),
      ])
      for (const [userId, pending] of batch)
        this.#notifyUser(userId, pending, counts.get(userId) ?? 0, items)
    } catch (error) {
      logger().warn({ error }, 'inboxes could not be read for live connections; trying again')
      for (const [userId] of batch)
        for (const socket of this.#connections.of(userId, 'api')) this.sync(socket)
      wait = RETRY_MS
    }
    this.#gathering = false
    this.#gather(wait)
  }

  #notifyUser(
    userId: string,
    { changes, sync }: Pending,
    unreadCount: number,
    items: Awaited<ReturnType<typeof findInboxItems>>,
  ): void {
    const about = { userId, unreadCount, now: now() }
    const state = presentInboxUpdate({ ...about, reason: 'sync', item: null })
    const known = distinct(changes)
    const single = known.length > MAX_SINGLE_EVENTS ? [] : known
    for (const socket of this.#connections.of(userId, 'api')) {
      if (socket.waits) socket.begin(state.type, state)
      else if (sync.has(socket) || known.length > single.length) socket.send(state.type, state)
    }
    for (const { reason, itemId } of single) {
      const item = (itemId && items.get(itemId)) || null
      // Deleted in the meantime; the deletion is announced separately.
      if (reason === 'created' && itemId && !item) continue
      const event = presentInboxUpdate({
        ...about,
        reason,
        item: reason === 'deleted' ? null : item,
      })
      for (const socket of this.#connections.of(userId, 'api'))
        if (!sync.has(socket)) socket.send(event.type, event)
    }
  }
}

function distinct(changes: readonly InboxChange[]): InboxChange[] {
  return [
    ...new Map(changes.map((change) => [`${change.reason} ${change.itemId}`, change])).values(),
  ]
}
