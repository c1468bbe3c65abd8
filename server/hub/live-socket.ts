import { now } from '@/lib/platform/clock'
import type { Door, LiveCaller } from '@/lib/http/live-caller'

/** Why the hub ends a connection (RFC 6455 §7.4; 4000 and up are ours). */
export type CloseCode =
  /** What the client sent cannot be accepted: binary, malformed, too much, or it takes too little. */
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
  readonly door: Door
  readonly caller: LiveCaller
  readonly openedAt = now()
  /** The moment that the page of the connection shows, in milliseconds; it may have missed what came since. */
  readonly shownAt: number | null
  #held: [event: string, data: object][] | null
  #closed = false

  /** `beginsWith`: whether something has to be said first; until then everything else waits. */
  constructor(
    door: Door,
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

  /** Looks after the connection's health; called several times a second with the time of a clock that never goes back. */
  abstract beat(at: number): void

  protected abstract write(event: string, data: object): void
  protected abstract shut(code: CloseCode, reason: string): void
}
