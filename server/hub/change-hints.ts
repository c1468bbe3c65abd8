import type { BusMessage } from '@/lib/platform/bus/bus'
import type { LiveMessage } from '@/lib/platform/bus/live-messages'
import type { PermissionName } from '@/lib/rbac/permission-catalog'
import type { Connections } from '@/server/hub/connections'
import type { PageUpdates } from '@/server/hub/page-updates'

/** Changes that come within this time are told together. */
const GATHER_MS = 100
/** More users than these are told as one: the list changed. */
const MOST_NAMED = 20
/** Longer than any commit that a message can run ahead of. */
const SETTLED_MS = 3200

type Reported = Exclude<BusMessage, LiveMessage | { type: 'resync' | 'settings.changed' }>

const READERS: readonly PermissionName[] = ['users:list', 'users:read']

/**
 * Tells open pages of what the bus reports anyway (users, roles, sessions), so that no use case says it twice. What ran ahead of its
 * commit waits for the definite copy or, when its sender died in between, until any commit has ended: pages that read too early would
 * show the old state.
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
