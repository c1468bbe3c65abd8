import { type Access, findAccess, peekAccess } from '@/lib/access/find-access'
import type { PermissionName } from '@/lib/config/permission-catalog'
import type { BusMessage, LiveMessage, UiPatch, UiToast } from '@/lib/platform/bus/bus'
import { logger } from '@/lib/platform/logger'
import { can } from '@/lib/platform/request-context'
import type { Connections } from '@/server/live/connections'
import type { LiveSocket } from '@/server/live/live-socket'

/** One person, or whoever holds one of the permissions. */
type Audience =
  Extract<LiveMessage, { type: 'ui.patch' }>['audience'] | { anyOf: readonly PermissionName[] }

/**
 * How many events may wait while permissions are read from the database; beyond, pages are told to
 * read everything again.
 */
const MAX_WAITING = 500

/** How long a page may take from being read to being connected. */
const RECENT_MS = 30_000
const MOST_RECENT = 200

/** Sends `ui.patch` and `ui.toast` to open pages, in order. Nothing else travels at /webui/ws. */
export class PageUpdates {
  readonly #connections: Connections
  #rev = 0
  #waiting = 0
  #recent: { at: number; audience: Audience; event: UiPatch & { rev: number } }[] = []
  #last: Promise<void> = Promise.resolve()

  constructor(connections: Connections) {
    this.#connections = connections
  }

  /**
   * Whoever holds the permission at this moment gets the patch, whatever they held when it was
   * published. `at`: when it became true, in milliseconds.
   */
  patch(audience: Audience, patch: UiPatch, at = Date.now()): void {
    this.#inTurn(() => this.#deliver(audience, patch, at))
  }

  toast(userId: string, toast: UiToast): void {
    this.#inTurn(() => this.#send(userId, 'ui.toast', toast))
  }

  /**
   * Tells a new connection at once what changed since the moment that its page shows, in
   * milliseconds.
   */
  catchUp(socket: LiveSocket, since: number): void {
    const { userId } = socket.caller
    const missed = this.#recent.filter(({ at }) => at >= since)
    if (missed.length === 0) return
    const access = peekAccess(userId)
    if (!access) return socket.send('ui.patch', this.#everything())
    for (const { audience, event } of missed)
      if ('userId' in audience ? audience.userId === userId : holdsOneOf(audience, access))
        socket.send('ui.patch', event)
  }

  /** Messages may have been missed: every page reads again what it shows. */
  invalidateAll(): void {
    this.#everybody()
  }

  #inTurn(work: () => void | Promise<void>): void {
    if (this.#waiting > MAX_WAITING) return
    const tooMuch = this.#waiting === MAX_WAITING
    this.#waiting++
    this.#last = this.#last
      .then(() => (tooMuch ? this.#everybody() : work()))
      .catch((error: unknown) => logger().warn({ error }, 'a page could not be told of a change'))
      .finally(() => this.#waiting--)
  }

  async #deliver(audience: Audience, patch: UiPatch, at: number): Promise<void> {
    const event = { ...patch, rev: this.#nextRev() }
    const oldest = Date.now() - RECENT_MS
    this.#recent = [
      ...this.#recent.filter((one) => one.at > oldest),
      { at, audience, event },
    ].slice(-MOST_RECENT)
    if ('userId' in audience) return this.#send(audience.userId, 'ui.patch', event)
    for (const userId of this.#connections.usersAt('webui')) {
      const access = peekAccess(userId) ?? (await findAccess(userId))
      if (access && holdsOneOf(audience, access)) this.#send(userId, 'ui.patch', event)
    }
  }

  #everybody(): void {
    const event = this.#everything()
    for (const userId of this.#connections.usersAt('webui')) this.#send(userId, 'ui.patch', event)
  }

  #everything() {
    return { target: '*', op: 'invalidate', rev: this.#nextRev() }
  }

  #send(userId: string, event: 'ui.patch' | 'ui.toast', data: object): void {
    for (const socket of this.#connections.of(userId, 'webui')) socket.send(event, data)
  }

  /**
   * Milliseconds since 1970, or one more than the last: it grows on a connection, and from one to
   * the next as clocks agree.
   */
  #nextRev(): number {
    return (this.#rev = Math.max(this.#rev + 1, Date.now()))
  }
}

type Permissions = Exclude<Audience, { userId: string }>

function holdsOneOf(audience: Permissions, access: Access): boolean {
  const wanted = 'anyOf' in audience ? audience.anyOf : [audience.permission as PermissionName]
  return access.status === 'active' && wanted.some((permission) => can(access, permission))
}

/** Changes that come within this time are told together. */
const GATHER_MS = 100
/** More users than these are told as one: the list changed. */
const MOST_NAMED = 20
/** Longer than any commit that a message can run ahead of. */
const SETTLED_MS = 3200

type Reported = Exclude<BusMessage, LiveMessage | { type: 'resync' | 'settings.changed' }>

const READERS: readonly PermissionName[] = ['users:list', 'users:read']

/**
 * Tells open pages of what the bus reports anyway (users, roles, sessions), so that no use case
 * says it twice. What ran ahead of its commit waits for the definite copy or, when its sender died
 * in between, until any commit has ended: pages that read too early would show the old state.
 */
export class ChangeHints {
  readonly #connections: Connections
  readonly #pages: PageUpdates
  readonly #early = new Map<string, NodeJS.Timeout>()
  #users = new Set<string>()
  #owners = new Set<string>()
  #roles = false
  /** When the newest of them came. */
  #at = 0
  #gathering = false

  constructor(connections: Connections, pages: PageUpdates) {
    this.#connections = connections
    this.#pages = pages
  }

  take(message: BusMessage, early: boolean): void {
    if ('id' in message || message.type === 'resync' || message.type === 'settings.changed') return
    const key = JSON.stringify(message)
    const waiting = this.#early.get(key)
    if (early && waiting) return
    clearTimeout(waiting)
    this.#early.delete(key)
    if (!early) return this.#note(message)
    const timer = setTimeout(() => {
      this.#early.delete(key)
      this.#note(message)
    }, SETTLED_MS)
    this.#early.set(key, timer.unref())
  }

  #note(message: Reported): void {
    if (message.type === 'user.changed') this.#users.add(message.userId)
    else if (message.type === 'rbac.changed') this.#roles = true
    else this.#owners.add(message.userId)
    this.#at = Date.now()
    if (this.#gathering) return
    this.#gathering = true
    setTimeout(() => this.#tell(), GATHER_MS).unref()
  }

  #tell(): void {
    const [users, owners, roles] = [this.#users, this.#owners, this.#roles]
    this.#users = new Set()
    this.#owners = new Set()
    this.#roles = this.#gathering = false
    if (roles) this.#say('roles', ['rbac:manage'])
    // Roles have their names on the pages of users.
    if (roles || users.size > MOST_NAMED) this.#say('users', READERS)
    else for (const userId of users) this.#say(`users/${userId}`, READERS)
    if (owners.size > MOST_NAMED) this.#say('user-sessions', READERS)
    else for (const userId of owners) this.#say(`user-sessions/${userId}`, READERS)
    for (const userId of owners)
      if (this.#connections.has(userId))
        this.#pages.patch({ userId }, { target: 'sessions', op: 'invalidate' }, this.#at)
  }

  #say(target: string, anyOf: readonly PermissionName[]): void {
    this.#pages.patch({ anyOf }, { target, op: 'invalidate' }, this.#at)
  }
}
