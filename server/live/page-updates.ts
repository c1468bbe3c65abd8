import { type Access, findAccess, peekAccess } from '@/lib/access/find-access'
import type { PermissionName } from '@/lib/config/permission-catalog'
import type { BusMessage, LiveMessage, UiPatch, UiToast } from '@/lib/platform/bus/bus'
import { logger } from '@/lib/platform/logger'
import { can } from '@/lib/platform/request-context'
import { CommitWait } from '@/server/live/commit-wait'
import type { Connections } from '@/server/live/connections'
import type { LiveSocket } from '@/server/live/live-socket'

/** One user, or all users with one of the permissions. */
type Audience =
  Extract<LiveMessage, { type: 'ui.patch' }>['audience'] | { anyOf: readonly PermissionName[] }

type PageEvent = 'ui.patch' | 'ui.toast'

/** A change that pages which are still connecting may have missed. */
interface Recent {
  at: number
  audience: Audience | 'everyone'
  event: UiPatch & { rev: number }
}

/**
 * How many events may wait while permissions are read from the database. Beyond that, pages are
 * told to reload everything.
 */
const MAX_WAITING = 500

/** How long a page may take from rendering to connecting. */
const RECENT_MS = 30_000
const MAX_RECENT = 200

/** Sends `ui.patch` and `ui.toast` to open pages, in order. Nothing else is sent at /webui/ws. */
export class PageUpdates {
  readonly #connections: Connections
  readonly #access: { peek: typeof peekAccess; find: typeof findAccess }
  #rev = 0
  #waiting = 0
  #recent: Recent[] = []
  /** When the newest change that is no longer in `#recent` happened. */
  #forgottenAt = 0
  #last: Promise<void> = Promise.resolve()

  constructor(connections: Connections, access = { peek: peekAccess, find: findAccess }) {
    this.#connections = connections
    this.#access = access
  }

  /**
   * Sends a patch to the users who have the permission now, whatever they had when it was
   * published. `at`: when the change happened, in milliseconds.
   */
  patch(audience: Audience, patch: UiPatch, at = Date.now()): void {
    this.#inTurn(() => this.#deliver(audience, patch, at))
  }

  toast(userId: string, toast: UiToast): void {
    this.#inTurn(() => this.#send(userId, 'ui.toast', toast))
  }

  /** Sends a new connection the changes since its page was rendered, in milliseconds. */
  catchUp(socket: LiveSocket, since: number): void {
    const { userId } = socket.caller
    const missed = this.#recent.filter(({ at }) => at >= since)
    if (missed.length === 0 && this.#forgottenAt < since) return
    const access = this.#access.peek(userId)
    if (!access || this.#forgottenAt >= since) return socket.send('ui.patch', this.#everything())
    for (const { audience, event } of missed)
      if (concerns(audience, userId, access)) socket.send('ui.patch', event)
  }

  /** Messages may have been missed, so every page reloads what it shows. */
  invalidateAll(): void {
    this.#inTurn(() => this.#reloadAll())
  }

  #inTurn(work: () => void | Promise<void>): void {
    if (this.#waiting > MAX_WAITING) return
    const isOverloaded = this.#waiting === MAX_WAITING
    this.#waiting++
    this.#last = this.#last
      .then(() => (isOverloaded ? this.#reloadAll() : work()))
      .catch((error: unknown) =>
        logger().warn({ error }, 'a page could not be notified of a change'),
      )
      .finally(() => this.#waiting--)
  }

  async #deliver(audience: Audience, patch: UiPatch, at: number): Promise<void> {
    const event = { ...patch, rev: this.#nextRev() }
    this.#remember({ at, audience, event })
    if ('userId' in audience) return this.#send(audience.userId, 'ui.patch', event)
    // Pages that connect during the reads below get it from `catchUp`.
    const pages = this.#connections
      .usersAt('webui')
      .map((userId) => ({ userId, sockets: this.#connections.of(userId, 'webui') }))
    for (const { userId, sockets } of pages) {
      const { peek, find } = this.#access
      const access = peek(userId) ?? (await find(userId).catch(unknownAccess))
      if (access === 'unknown') sendTo(sockets, 'ui.patch', this.#everything())
      else if (access && holdsOneOf(audience, access)) sendTo(sockets, 'ui.patch', event)
    }
  }

  #remember(change: Recent): void {
    const oldest = Date.now() - RECENT_MS
    const all = [...this.#recent, change]
    this.#recent = all.filter(({ at }) => at > oldest).slice(-MAX_RECENT)
    const kept = new Set(this.#recent)
    for (const one of all)
      if (!kept.has(one)) this.#forgottenAt = Math.max(this.#forgottenAt, one.at)
  }

  #reloadAll(): void {
    const event = this.#everything()
    this.#remember({ at: Date.now(), audience: 'everyone', event })
    for (const userId of this.#connections.usersAt('webui')) this.#send(userId, 'ui.patch', event)
  }

  #everything() {
    return { target: '*', op: 'invalidate' as const, rev: this.#nextRev() }
  }

  #send(userId: string, event: PageEvent, data: object): void {
    sendTo(this.#connections.of(userId, 'webui'), event, data)
  }

  /**
   * Milliseconds since 1970, or one more than the last value: increases within a connection, and
   * across reconnects as far as the clocks agree.
   */
  #nextRev(): number {
    return (this.#rev = Math.max(this.#rev + 1, Date.now()))
  }
}

function sendTo(sockets: readonly LiveSocket[], event: PageEvent, data: object): void {
  for (const socket of sockets) socket.send(event, data)
}

/** The page reloads what it shows, whatever its user may see. */
function unknownAccess(error: unknown): 'unknown' {
  logger().warn({ error }, 'the permissions of a user with open pages could not be read')
  return 'unknown'
}

function concerns(audience: Recent['audience'], userId: string, access: Access): boolean {
  if (audience === 'everyone') return true
  return 'userId' in audience ? audience.userId === userId : holdsOneOf(audience, access)
}

type Permissions = Exclude<Audience, { userId: string }>

function holdsOneOf(audience: Permissions, access: Access): boolean {
  const wanted = 'anyOf' in audience ? audience.anyOf : [audience.permission as PermissionName]
  return access.status === 'active' && wanted.some((permission) => can(access, permission))
}

/** Changes within this time are sent together. */
const GATHER_MS = 100
/** Changes to more users than this are sent as a change of the list. */
const MAX_NAMED = 20

type Reported = Exclude<BusMessage, LiveMessage | { type: 'resync' | 'settings.changed' }>

const READERS: readonly PermissionName[] = ['users:list', 'users:read']
/** Registrations that wait for approval are shown to those who decide about them. */
const USER_READERS: readonly PermissionName[] = [...READERS, 'users:activate']

/**
 * Notifies open pages of changes that the bus announces anyway (users, roles, sessions), so that
 * use cases don't have to publish them twice. A message that preceded its commit waits for its
 * definitive copy or, if its sender crashed in between, until any commit must have ended: pages
 * that reload too early would show the old state.
 */
export class ChangeHints {
  readonly #connections: Connections
  readonly #pages: PageUpdates
  readonly #waiting = new CommitWait()
  #users = new Set<string>()
  #owners = new Set<string>()
  #roles = false
  /** When the most recent change arrived. */
  #at = 0
  #gathering = false

  constructor(connections: Connections, pages: PageUpdates) {
    this.#connections = connections
    this.#pages = pages
  }

  take(message: BusMessage, early: boolean): void {
    if ('id' in message || message.type === 'resync' || message.type === 'settings.changed') return
    this.#waiting.take(message, early, () => this.#note(message))
  }

  #note(message: Reported): void {
    if (message.type === 'user.changed') this.#users.add(message.userId)
    else if (message.type === 'rbac.changed') this.#roles = true
    else this.#owners.add(message.userId)
    this.#at = Date.now()
    if (this.#gathering) return
    this.#gathering = true
    setTimeout(() => this.#publish(), GATHER_MS).unref()
  }

  #publish(): void {
    const [users, owners, roles] = [this.#users, this.#owners, this.#roles]
    this.#users = new Set()
    this.#owners = new Set()
    this.#roles = this.#gathering = false
    if (roles) this.#publishPatch('roles', ['rbac:manage'])
    // The pages of users show role names.
    if (roles || users.size > MAX_NAMED) this.#publishPatch('users', USER_READERS)
    else for (const userId of users) this.#publishPatch(`users/${userId}`, USER_READERS)
    if (owners.size > MAX_NAMED) this.#publishPatch('user-sessions', READERS)
    else for (const userId of owners) this.#publishPatch(`user-sessions/${userId}`, READERS)
    for (const userId of owners)
      if (this.#connections.has(userId))
        this.#pages.patch({ userId }, { target: 'sessions', op: 'invalidate' }, this.#at)
  }

  #publishPatch(target: string, anyOf: readonly PermissionName[]): void {
    this.#pages.patch({ anyOf }, { target, op: 'invalidate' }, this.#at)
  }
}
