import { type LiveCaller, type LiveEndpoint, renewedUntil } from '@/lib/http/live-caller'
import { now } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'

/** Why the hub closes a connection (RFC 6455 §7.4; codes from 4000 are ours). */
export type CloseCode =
  /**
   * The client sent something unacceptable (binary, malformed or too much), or reads too slowly.
   */
  | 1008
  /** The service is stopping; reconnect. */
  | 1012
  /** A dependency of the service is unavailable; reconnect later. */
  | 1013
  /**
   * The session or credential ended: signed out, revoked, expired, or replaced by a password
   * change.
   */
  | 4401
  /** The account may no longer be used. */
  | 4403

/** How many bytes may wait for the client before it counts as too slow. */
export const MAX_WAITING_BYTES = 512 * 1024

/** How many events may wait until the first event is sent. */
const MAX_BUFFERED = 200

/** A live connection, independent of its protocol. */
export abstract class LiveSocket {
  readonly endpoint: LiveEndpoint
  readonly caller: LiveCaller
  readonly openedAt = now()
  /**
   * The time in milliseconds at which the connection's page was rendered; it may have missed later
   * changes.
   */
  readonly shownAt: number | null
  #buffered: [event: string, data: object][] | null
  #closed = false

  /** `firstEvent`: whether a first event must be sent; until then all others wait. */
  constructor(
    endpoint: LiveEndpoint,
    caller: LiveCaller,
    firstEvent: 'first-event' | 'nothing',
    shownAt: number | null = null,
  ) {
    this.endpoint = endpoint
    this.caller = caller
    this.shownAt = shownAt
    const waits = firstEvent === 'first-event' && caller.credential === 'session'
    this.#buffered = waits ? [] : null
  }

  /** Whether the first event is still to be sent. */
  get waits(): boolean {
    return this.#buffered !== null
  }

  get closed(): boolean {
    return this.#closed
  }

  send(event: string, data: object): void {
    if (this.#closed || !this.#mayReceive(event)) return
    if (!this.#buffered) return this.write(event, data)
    if (this.#buffered.length >= MAX_BUFFERED) return this.close(1013, 'try again later')
    this.#buffered.push([event, data])
  }

  /** An API key gets permission changes only, never its owner's inbox or sessions. */
  #mayReceive(event: string): boolean {
    return this.caller.credential === 'session' || event === 'permissions.updated'
  }

  /** Sends the first event, then the ones that waited for it. */
  begin(event: string, data: object): void {
    if (this.#closed) return
    const held = this.#buffered ?? []
    this.#buffered = null
    this.write(event, data)
    for (const [name, value] of held) this.send(name, value)
  }

  /** Closes the connection gracefully with a reason. */
  close(code: CloseCode, reason: string): void {
    if (this.#closed) return
    this.#closed = true
    this.closeTransport(code, reason)
  }

  /** Closes the connection immediately, whatever its state. */
  abstract cut(): void

  /**
   * Checks the connection's health. Called several times a second with the time of a monotonic
   * clock.
   */
  abstract beat(at: number): void

  protected abstract write(event: string, data: object): void
  protected abstract closeTransport(code: CloseCode, reason: string): void
}

/** The only message a client may send: a newer access token of its session. */
export const RENEW = 'auth.renew'

/** The reply to the client; `code` is one of the API's problem codes. */
export type RenewalAnswer = { ok: true; expires_at: string | null } | { ok: false; code: string }

/**
 * Extends a connection until a newer token of the same session and user expires. Any other token
 * has no effect: the connection keeps its current expiry. Connections by cookie live as long as
 * their session and need no renewal.
 */
export async function renewCredential(socket: LiveSocket, data: unknown): Promise<RenewalAnswer> {
  const { caller } = socket
  if (caller.endsAt === null) return { ok: true, expires_at: null }
  const token = (data as { access_token?: unknown } | null | undefined)?.access_token
  if (typeof token !== 'string') return { ok: false, code: 'validation_failed' }
  try {
    const renewed = await renewedUntil(token, caller, now())
    if (!renewed.ok) return { ok: false, code: renewed.code }
    if (renewed.endsAt > caller.endsAt) caller.endsAt = renewed.endsAt
    if (renewed.generation > caller.generation) caller.generation = renewed.generation
    return { ok: true, expires_at: caller.endsAt.toISOString() }
  } catch (error) {
    logger().warn({ error }, 'a live connection could not be renewed')
    return { ok: false, code: 'unavailable' }
  }
}
