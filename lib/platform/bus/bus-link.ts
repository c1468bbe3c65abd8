import { type BusListener, decodeMessage } from '@/lib/platform/bus/bus'
import { logger } from '@/lib/platform/logger'

const BEAT_EVERY_MS = 250
const OPEN_WITHIN_MS = 2000
/**
 * A connection without a heartbeat for this long is dropped even if no error was reported (a cut
 * cable).
 */
const SILENCE_MS = 3000
const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 1000

/** Events of a connection, reported by its opener. */
export interface BusConnectionEvents {
  /** A heartbeat of this connection came back. */
  onBeat(text: string): void
  /** A message arrived, from any instance. */
  onMessage(text: string): void
  /** A change is known not to have been announced. */
  onGap(): void
  /** The connection is unusable. May be called more than once. */
  onLost(error: unknown): void
}

/** A heartbeat that failed although the carrier may work: `what` is away. */
export class BeatError extends Error {
  override readonly name = 'BeatError'
  constructor(
    readonly what: string,
    cause: unknown,
  ) {
    super(`${what} does not answer`, { cause })
  }
}

/** One connection to the message carrier. */
export interface BusConnection {
  /** Resolves when the connection is subscribed; rejects if it cannot be. */
  readonly ready: Promise<void>
  /**
   * Sends `text` so that it comes back as a beat, after everything that any instance sent before.
   * Throws BeatError.
   */
  beat(text: string): Promise<unknown>
  /** Closes the connection at once, whatever its state. */
  close(): void
}

/**
 * Keeps one connection open indefinitely: reopens it when it is lost (after 100 ms to 1 s), sends a
 * heartbeat every 250 ms and infers from it whether all messages arrive. After every gap it sends
 * `receive` a `resync`, which drops everything cached, before it is alive again. It never throws
 * and never ends the process.
 */
export class BusLink {
  readonly #name: string
  readonly #instanceId: string
  readonly #open: (events: BusConnectionEvents) => BusConnection
  readonly #receive: BusListener
  readonly #liveness = new Liveness()
  #closed = false
  /** Ends the delay before the next try. */
  #retryNow: () => void = () => {}
  readonly #beats: NodeJS.Timeout
  /** The subscribed connection, if there is one. */
  #line: BusConnection | null = null
  /** Ends the connection that is open or being opened. */
  #lost: (error: unknown) => void = () => {}
  #lineNumber = 0
  /** When the last beat came back (monotonic). */
  #heardAt = 0
  /** Why the beats since then failed, if it is known. */
  #beatError: unknown = null
  #troubleLogged = false

  constructor(options: {
    /** What carries the messages, for the log. */
    name: string
    /** Messages from this sender are ignored: they were already delivered here. */
    instanceId: string
    open: (events: BusConnectionEvents) => BusConnection
    receive: BusListener
  }) {
    this.#name = options.name
    this.#instanceId = options.instanceId
    this.#open = options.open
    this.#receive = options.receive
    this.#beats = setInterval(() => this.#beat(), BEAT_EVERY_MS).unref()
    void this.#keepOpen()
  }

  /** Whether everything sent up to 0.8 s ago has arrived here. */
  isAlive(): boolean {
    return this.#liveness.isAlive()
  }

  /** The age of the newest heartbeat that came back, in milliseconds; null if none did. */
  lagMs(): number | null {
    return this.#liveness.ageMs()
  }

  /** Closes the connection and opens no other. */
  close(): void {
    clearInterval(this.#beats)
    this.#closed = true
    this.#lost(new Error('closed'))
    this.#retryNow()
  }

  async #keepOpen(): Promise<void> {
    let retryMs = FIRST_RETRY_MS
    while (!this.#closed) {
      const { error, proven } = await this.#serve()
      if (this.#closed) return
      if (!this.#troubleLogged) {
        const away = error instanceof BeatError ? error.what : this.#name
        logger().warn(
          { error },
          `messages of other instances do not arrive: no answer from ${away}; trying again`,
        )
      }
      this.#troubleLogged = true
      if (proven) retryMs = FIRST_RETRY_MS
      await this.#pause(retryMs)
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref()
      this.#retryNow = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Opens one connection and serves it until it is lost. */
  async #serve(): Promise<{ error: unknown; proven: boolean }> {
    const number = ++this.#lineNumber
    let proven = false
    const end = new Promise<unknown>((resolve) => {
      this.#lost = (error) => {
        this.#liveness.lose()
        resolve(error)
      }
    })
    const lost = this.#lost
    const line = this.#tryOpen({
      onBeat: (text) => {
        proven = this.#heard(number, text) || proven
      },
      onMessage: (text) => this.#arrived(text),
      onGap: () => this.#receive({ type: 'resync' }, false),
      onLost: (error) => number === this.#lineNumber && lost(error),
    })
    if (line instanceof Error) return { error: line, proven }
    const tooLate = setTimeout(
      () => lost(new Error('it did not open in time')),
      OPEN_WITHIN_MS,
    ).unref()
    line.ready.then(
      () => {
        clearTimeout(tooLate)
        if (number === this.#lineNumber) this.#listening(line)
      },
      (error: unknown) => number === this.#lineNumber && lost(error),
    )
    const error = await end
    clearTimeout(tooLate)
    this.#lineNumber++
    this.#line = null
    line.close()
    return { error, proven }
  }

  /** Opening can throw at once, such as when the file of a certificate is being replaced. */
  #tryOpen(events: BusConnectionEvents): BusConnection | Error {
    try {
      return this.#open(events)
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  #listening(line: BusConnection): void {
    this.#line = line
    this.#heardAt = performance.now()
    this.#beatError = null
    this.#beat()
  }

  #beat(): void {
    if (!this.#line) return
    if (performance.now() - this.#heardAt > SILENCE_MS)
      return this.#lost(this.#beatError ?? new Error('nothing comes back'))
    const { monotonic, wall } = sendTime()
    // A failed beat is one that does not come back; SILENCE_MS decides whether the connection is
    // lost.
    const line = this.#line
    line.beat(`${this.#lineNumber} ${monotonic} ${wall}`).catch((error: unknown) => {
      if (line === this.#line) this.#beatError = error
    })
  }

  #heard(number: number, text: string): boolean {
    const [ofLine, monotonic = NaN, wall = NaN] = text.split(' ').map(Number)
    // A beat of an earlier connection proves nothing about this one.
    if (number !== this.#lineNumber || ofLine !== number) return false
    this.#heardAt = performance.now()
    this.#beatError = null
    const cameAlive = this.#liveness.prove({ monotonic, wall })
    if (cameAlive) this.#receive({ type: 'resync' }, false)
    if (cameAlive && this.#troubleLogged) logger().info('messages of other instances arrive again')
    if (cameAlive) this.#troubleLogged = false
    return true
  }

  #arrived(text: string): void {
    const { from, message, early } = decodeMessage(text)
    if (from !== this.#instanceId) this.#receive(message, early)
  }
}

/**
 * A heartbeat that came back proves that everything sent before it has arrived. The proof is valid
 * for this long.
 */
const PROOF_LASTS_MS = 800

/**
 * An instant by two clocks: one that never jumps, and one that keeps running while the machine
 * sleeps.
 */
export interface SendTime {
  monotonic: number
  wall: number
}

/**
 * The current instant by both clocks, in milliseconds. Always real time: a fake clock must not hide
 * a real gap.
 */
function sendTime(): SendTime {
  return { monotonic: performance.now(), wall: Date.now() }
}

/**
 * The age of the newest heartbeat that is known to have come back, counted from when it was sent.
 */
class Liveness {
  #proven: SendTime | null = null

  isAlive(): boolean {
    if (!this.#proven) return false
    return (
      performance.now() - this.#proven.monotonic <= PROOF_LASTS_MS &&
      Date.now() - this.#proven.wall <= PROOF_LASTS_MS
    )
  }

  ageMs(): number | null {
    return this.#proven && performance.now() - this.#proven.monotonic
  }

  /**
   * Records that a heartbeat sent at `sent` came back. Returns whether that ends a period without
   * proof.
   */
  prove(sent: SendTime): boolean {
    const wasAlive = this.isAlive()
    if (!this.#proven || sent.monotonic > this.#proven.monotonic) this.#proven = sent
    return !wasAlive && this.isAlive()
  }

  /** Messages may be lost from now on. */
  lose(): void {
    this.#proven = null
  }
}
