import { presentPermissionsUpdated } from '@/lib/live/present-live-event'
import { now } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { findAccess } from '@/lib/rbac/find-access'
import type { Connections } from '@/server/hub/connections'
import type { PageUpdates } from '@/server/hub/page-updates'

/** How many users are looked at at once: a changed role concerns everybody, and others need the database too. */
const AT_ONCE = 4
const RETRY_MS = 1000

/** Tells people that what they may do changed: `permissions.updated`, and to their pages that `permissions` is to be read again. */
export class AccessWatch {
  readonly #connections: Connections
  readonly #pages: PageUpdates
  /** By which version of their access each connected user was last told. */
  readonly #versions = new Map<string, string>()
  readonly #due = new Set<string>()
  #looking = false

  constructor(connections: Connections, pages: PageUpdates) {
    this.#connections = connections
    this.#pages = pages
  }

  /** Begins to watch a user who is connected; looks once, because something may have changed since the handshake. */
  watch(userId: string, version: string): void {
    if (!this.#versions.has(userId)) this.#versions.set(userId, version)
    this.check(userId)
  }

  /** Ends watching a user who is connected no more. */
  leave(userId: string): void {
    this.#versions.delete(userId)
  }

  check(userId: string): void {
    if (!this.#versions.has(userId)) return
    this.#due.add(userId)
    this.#begin()
  }

  checkAll(): void {
    for (const userId of this.#versions.keys()) this.#due.add(userId)
    this.#begin()
  }

  #begin(): void {
    if (this.#looking || this.#due.size === 0) return
    this.#looking = true
    // Not in this turn: the message that is the reason has not reached the memory of permissions yet.
    setImmediate(() => void this.#look())
  }

  async #look(): Promise<void> {
    const batch = [...this.#due].slice(0, AT_ONCE)
    for (const userId of batch) this.#due.delete(userId)
    try {
      await Promise.all(batch.map((userId) => this.#compare(userId)))
      this.#looking = false
      this.#begin()
    } catch (error) {
      logger().warn({ error }, 'permissions of connected people could not be read; trying again')
      for (const userId of batch) this.#due.add(userId)
      setTimeout(() => {
        this.#looking = false
        this.#begin()
      }, RETRY_MS).unref()
    }
  }

  async #compare(userId: string): Promise<void> {
    const access = await findAccess(userId)
    const known = this.#versions.get(userId)
    if (known === undefined || !access || access.version === known) return
    this.#versions.set(userId, access.version)
    const event = presentPermissionsUpdated(userId, access.version, now())
    for (const socket of this.#connections.of(userId, 'api')) socket.send(event.type, event)
    this.#pages.patch({ userId }, { target: 'permissions', op: 'invalidate' })
  }
}
