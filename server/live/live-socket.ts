import { type LiveCaller, type LiveEndpoint, renewedUntil } from '@/lib/http/live-caller'
import { now } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'

/** Why the hub ends a connection (RFC 6455 §7.4; 4000 and up are ours). */
export type CloseCode =
  /**
   * What the client sent cannot be accepted: binary, malformed, too much, or it takes too little.
   */
  | 1008
  /** The service stops; connect again. */
  | 1012
  /** Something the service needs is away; connect again later. */
  | 1013
  /** The session ended, or the credential did: it expired, or the password was changed. */
  | 4401
  /** The account may not be used any more. */
  | 4403

/** How much may wait for the first event to be out. */
const MAX_HELD = 200

/** One live connection, whatever it speaks. */
export abstract class LiveSocket {
  readonly door: LiveEndpoint
  readonly caller: LiveCaller
  readonly openedAt = now()
  /**
   * The moment that the page of the connection shows, in milliseconds; it may have missed what came
   * since.
   */
  readonly shownAt: number | null
  #held: [event: string, data: object][] | null
  #closed = false

  /** `beginsWith`: whether something has to be said first; until then everything else waits. */
  constructor(
    door: LiveEndpoint,
    caller: LiveCaller,
    beginsWith: 'first-event' | 'nothing',
    shownAt: number | null = null,
  ) {
    this.door = door
    this.caller = caller
    this.shownAt = shownAt
    this.#held = beginsWith === 'nothing' ? null : []
  }

  /** Whether the first event is still to come. */
  get waits(): boolean {
    return this.#held !== null
  }

  get closed(): boolean {
    return this.#closed
  }

  send(event: string, data: object): void {
    if (this.#closed) return
    if (!this.#held) return this.write(event, data)
    if (this.#held.length >= MAX_HELD) return this.close(1013, 'try again later')
    this.#held.push([event, data])
  }

  /** Sends the first event, then what has waited for it. */
  begin(event: string, data: object): void {
    if (this.#closed) return
    const held = this.#held ?? []
    this.#held = null
    this.write(event, data)
    for (const [name, value] of held) this.send(name, value)
  }

  /** Ends the connection in order, telling why. */
  close(code: CloseCode, reason: string): void {
    if (this.#closed) return
    this.#closed = true
    this.shut(code, reason)
  }

  /** Ends the connection without another word, whatever its state. */
  abstract cut(): void

  /**
   * Looks after the connection's health; called several times a second with the time of a clock
   * that never goes back.
   */
  abstract beat(at: number): void

  protected abstract write(event: string, data: object): void
  protected abstract shut(code: CloseCode, reason: string): void
}

/** The one thing a client may say: here is a newer access token of my session. */
export const RENEW = 'auth.renew'

/** What the client is told; `code` is that of the API's problems. */
export type RenewalAnswer = { ok: true; expires_at: string | null } | { ok: false; code: string }

/**
 * Lets a connection live until a newer token of the same session and user ends. A token that proves
 * anything else changes nothing: the connection goes on as long as it would have. Connections by
 * cookie live with their session and need none.
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

/** The longest frame or polled body, in bytes. */
export const MAX_FRAME_BYTES = 65_536
/** Clients have next to nothing to say: more than this in a second, pings included, is a flood. */
const MESSAGES_PER_SECOND = 50
const MAX_DEPTH = 20

/** Judges what one client sends, before anything reads it. */
export class InboundGuard {
  #second = 0
  #count = 0

  /**
   * Counts one message; false when there are too many. `at`: milliseconds of a clock that never
   * goes back.
   */
  admits(at: number): boolean {
    const second = Math.floor(at / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#count = 0
    }
    return ++this.#count <= MESSAGES_PER_SECOND
  }
}

/**
 * Whether JSON (or what holds some) nests deeper than anything a client has to say. Strings are
 * skipped.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (quoted) {
      if (code === 92 /* \ */) i++
      else if (code === 34 /* " */) quoted = false
    } else if (code === 34) quoted = true
    else if (code === 91 /* [ */ || code === 123 /* { */) {
      if (++depth > MAX_DEPTH) return true
    } else if (code === 93 /* ] */ || code === 125 /* } */) depth--
  }
  return false
}
