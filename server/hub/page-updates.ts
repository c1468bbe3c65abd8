import type { LiveMessage, UiPatch, UiToast } from '@/lib/platform/bus/live-messages'
import { logger } from '@/lib/platform/logger'
import { can } from '@/lib/rbac/can'
import { findAccess, peekAccess } from '@/lib/rbac/find-access'
import type { PermissionName } from '@/lib/rbac/permission-catalog'
import type { Connections } from '@/server/hub/connections'

type Audience = Extract<LiveMessage, { type: 'ui.patch' }>['audience']

/** How many events may wait while permissions are read from the database; beyond, pages are told to read everything again. */
const MAX_WAITING = 500

/** Sends `ui.patch` and `ui.toast` to open pages, in order. Nothing else travels at /webui/ws. */
export class PageUpdates {
  readonly #connections: Connections
  #rev = 0
  #waiting = 0
  #last: Promise<void> = Promise.resolve()

  constructor(connections: Connections) {
    this.#connections = connections
  }

  /** Whoever holds the permission at this moment gets the patch, whatever they held when it was published. */
  patch(audience: Audience, patch: UiPatch): void {
    this.#inTurn(() => this.#deliver(audience, patch))
  }

  toast(userId: string, toast: UiToast): void {
    this.#inTurn(() => this.#send(userId, 'ui.toast', toast))
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

  async #deliver(audience: Audience, patch: UiPatch): Promise<void> {
    const event = { ...patch, rev: this.#nextRev() }
    if ('userId' in audience) return this.#send(audience.userId, 'ui.patch', event)
    for (const userId of this.#connections.usersAt('webui')) {
      const access = peekAccess(userId) ?? (await findAccess(userId))
      const holds = access?.status === 'active' && can(access, audience.permission as PermissionName)
      if (holds) this.#send(userId, 'ui.patch', event)
    }
  }

  #everybody(): void {
    const event = { target: '*', op: 'invalidate', rev: this.#nextRev() }
    for (const userId of this.#connections.usersAt('webui')) this.#send(userId, 'ui.patch', event)
  }

  #send(userId: string, event: 'ui.patch' | 'ui.toast', data: object): void {
    for (const socket of this.#connections.of(userId, 'webui')) socket.send(event, data)
  }

  /** Milliseconds since 1970, or one more than the last: it grows on a connection, and from one to the next as clocks agree. */
  #nextRev(): number {
    return (this.#rev = Math.max(this.#rev + 1, Date.now()))
  }
}
