import { LRUCache } from 'lru-cache'
import { findAccess } from '@/lib/access/find-access'
import { readStandings, type StandingRow } from '@/lib/identity/sessions/live-connection.store'
import {
  presentPermissionsUpdated,
  presentSessionRevoked,
} from '@/lib/messaging/live/present-live-event'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import type { Connections } from '@/server/live/connections'
import type { PageUpdates } from '@/server/live/page-updates'

const BATCH = 1000
const RETRY_MS = 1000
/**
 * How many ended sessions are remembered as announced, so that a second copy of a message does not
 * announce them again.
 */
const MAX_NOTIFIED = 10_000
const MISSING: StandingRow = { standing: 'ended', credentialGeneration: 0, isKey: false }

/**
 * Ends the connections of sessions and API keys that ended, of tokens revoked by a password change,
 * and of accounts that may no longer be used. It trusts only the database: a message merely
 * triggers a check, and one statement checks a thousand of them.
 */
export class SessionWatch {
  readonly #connections: Connections
  /**
   * The sessions and API keys to check, with their owner in case none of their own connections are
   * on this instance.
   */
  readonly #due = new Map<string, string | null>()
  /** Users whose remaining connections are notified that other sessions ended. */
  readonly #othersEnded = new Set<string>()
  readonly #notified = new LRUCache<string, true>({ max: MAX_NOTIFIED })
  #checking = false

  constructor(connections: Connections) {
    this.#connections = connections
  }

  /**
   * Checks one session or API key. `userId`: its owner, who is notified of the end of a session on
   * every connection.
   */
  check(credentialId: string, userId: string | null = null): void {
    this.#due.set(credentialId, userId ?? this.#due.get(credentialId) ?? null)
    this.#begin()
  }

  /**
   * Checks every session and API key of a user that is connected to this instance. `notifyOthers`:
   * tells the remaining sessions that others ended.
   */
  checkUser(userId: string, { notifyOthers = false } = {}): void {
    for (const credentialId of this.#connections.credentialsOf(userId))
      this.#due.set(credentialId, userId)
    if (notifyOthers) this.#othersEnded.add(userId)
    this.#begin()
  }

  /** Checks every session and API key that is connected to this instance. */
  checkAll(): void {
    for (const credentialId of this.#connections.credentials())
      if (!this.#due.has(credentialId)) this.#due.set(credentialId, null)
    this.#begin()
  }

  #begin(): void {
    if (this.#checking || (this.#due.size === 0 && this.#othersEnded.size === 0)) return
    this.#checking = true
    // Checks requested in the same turn of the event loop are batched.
    setImmediate(() => void this.#checkDue())
  }

  async #checkDue(): Promise<void> {
    const batch = [...this.#due].slice(0, BATCH)
    for (const [credentialId] of batch) this.#due.delete(credentialId)
    const notifyOthers = this.#due.size === 0 ? [...this.#othersEnded] : []
    try {
      const ids = batch.map(([credentialId]) => credentialId)
      const standings =
        ids.length === 0 ? new Map<string, StandingRow>() : await readStandings(db(), ids, now())
      for (const [credentialId, userId] of batch)
        this.#apply(credentialId, userId, standings.get(credentialId) ?? MISSING)
      for (const userId of notifyOthers) this.#notifyOthers(userId)
      this.#checking = false
      this.#begin()
    } catch (error) {
      logger().warn({ error }, 'live connections could not be checked; trying again')
      for (const [credentialId, userId] of batch)
        if (!this.#due.has(credentialId)) this.#due.set(credentialId, userId)
      setTimeout(() => {
        this.#checking = false
        this.#begin()
      }, RETRY_MS).unref()
    }
  }

  #apply(
    credentialId: string,
    owner: string | null,
    { standing, credentialGeneration, isKey }: StandingRow,
  ): void {
    if (standing === 'live') return this.#closeSuperseded(credentialId, credentialGeneration)
    const sockets = this.#connections.ofCredential(credentialId)
    const userId = owner ?? sockets[0]?.caller.userId
    if (standing === 'ended' && !isKey && userId && !this.#notified.has(credentialId)) {
      this.#notified.set(credentialId, true)
      const event = presentSessionRevoked(userId, credentialId, now())
      for (const socket of this.#connections.of(userId, 'api')) socket.send(event.type, event)
    }
    for (const socket of sockets) {
      if (standing === 'no_factor') socket.close(4403, 'mfa_required')
      else if (standing === 'no_access') socket.close(4403, 'account_disabled')
      else socket.close(4401, isKey ? 'invalid_token' : 'session_revoked')
    }
  }

  /**
   * The session is active, but its password was changed: connections opened with an earlier token
   * must be reopened.
   */
  #closeSuperseded(credentialId: string, credentialGeneration: number): void {
    for (const socket of this.#connections.ofCredential(credentialId))
      if (socket.caller.generation < credentialGeneration) socket.close(4401, 'invalid_token')
  }

  #notifyOthers(userId: string): void {
    this.#othersEnded.delete(userId)
    const event = presentSessionRevoked(userId, null, now())
    for (const socket of this.#connections.of(userId, 'api')) socket.send(event.type, event)
  }
}

/**
 * How many users are checked at once. A changed role can affect all users, and the database has
 * other work too.
 */
const AT_ONCE = 4
const ACCESS_RETRY_MS = 1000

/**
 * Notifies users that their permissions changed: sends `permissions.updated`, and tells their pages
 * to reload `permissions`.
 */
export class AccessWatch {
  readonly #connections: Connections
  readonly #pages: PageUpdates
  /** The version of their permissions that each connected user was last notified of. */
  readonly #versions = new Map<string, string>()
  readonly #due = new Set<string>()
  #checking = false

  constructor(connections: Connections, pages: PageUpdates) {
    this.#connections = connections
    this.#pages = pages
  }

  /**
   * Starts watching a connected user. Checks once, because something may have changed since the
   * handshake.
   */
  watch(userId: string, version: string): void {
    if (!this.#versions.has(userId)) this.#versions.set(userId, version)
    this.check(userId)
  }

  /** Stops watching a user who has no connections left. */
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
    if (this.#checking || this.#due.size === 0) return
    this.#checking = true
    // Deferred, because the message that triggered this has not invalidated the permission cache
    // yet.
    setImmediate(() => void this.#checkDue())
  }

  async #checkDue(): Promise<void> {
    const batch = [...this.#due].slice(0, AT_ONCE)
    for (const userId of batch) this.#due.delete(userId)
    try {
      await Promise.all(batch.map((userId) => this.#compare(userId)))
      this.#checking = false
      this.#begin()
    } catch (error) {
      logger().warn({ error }, 'permissions of connected users could not be read; trying again')
      for (const userId of batch) this.#due.add(userId)
      setTimeout(() => {
        this.#checking = false
        this.#begin()
      }, ACCESS_RETRY_MS).unref()
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
