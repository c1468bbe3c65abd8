import { WebSocket } from 'ws'
import type { GuardContext } from './context.js'
import { Heartbeat } from './heartbeat.js'
import { explainRefusal } from './refused-handshake.js'
import { reasonOf } from './reports.js'

/** What the feed says. */
export interface FeedListener {
  /** The feed begins, or begins again: anything may have changed before. */
  began(): void
  /** Every change up to now has arrived. */
  proven(): void
  changed(change: Change): void
}

/** A change at Gatehouse. `userId` null: of any user. */
export type Change = { userId: string | null } & (
  { type: 'session'; sessionId: string } | { type: 'access' }
)

/** A connection without a beat for this long is opened again. */
const SILENT_FOR_MS = 12_000
const HANDSHAKE_MS = 5000
const MAX_FRAME_BYTES = 64 * 1024
const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 2000
/** Gatehouse refused the handshake: its key has ended, or there are too many connections. */
const RETRY_REFUSED_MS = 10_000

/** The service-wide live feed of Gatehouse, which reconnects until it is closed. */
export class Feed {
  readonly #url: string
  readonly #apiKey: string
  readonly #context: GuardContext
  readonly #listener: FeedListener
  readonly #waitOf: typeof retryWaitMs
  #socket: WebSocket | null = null
  #silence: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  readonly #heartbeat = new Heartbeat()
  #failures = 0
  #closed = false

  constructor(
    { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
    context: GuardContext,
    listener: FeedListener,
    waitOf = retryWaitMs,
  ) {
    this.#url = `${baseUrl.replace(/^http/, 'ws')}/api/v1/ws?feed=changes`
    this.#apiKey = apiKey
    this.#context = context
    this.#listener = listener
    this.#waitOf = waitOf
    this.#open()
  }

  /** Whether every change is heard. If not, a beat is late, or there is no connection. */
  get isHeard(): boolean {
    return this.#heartbeat.isRegular(this.#context.steady())
  }

  close(): void {
    this.#closed = true
    this.#heartbeat.stop()
    clearTimeout(this.#silence)
    clearTimeout(this.#retry)
    this.#socket?.close(1000)
    // The other side may never answer the close.
    const socket = this.#socket
    setTimeout(() => socket?.terminate(), 1000).unref()
  }

  #open(): void {
    let wasAnswered = false
    let isRefused = false
    const socket = new WebSocket(this.#url, {
      headers: { authorization: `Bearer ${this.#apiKey}` },
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
    })
    this.#socket = socket
    socket.on('open', () => this.#watchSilence())
    socket.on('message', (data) => {
      if (this.#closed || socket !== this.#socket) return
      const frame = readFrame((data as Buffer).toString())
      if (!frame) return
      if (frame.event !== 'feed.alive') return this.#take(frame)
      if (!this.#heartbeat.isBeating) this.#listener.began()
      this.#heartbeat.beat(this.#context.steady())
      this.#failures = 0
      this.#watchSilence()
      this.#listener.proven()
    })
    socket.once('unexpected-response', (_, response) => {
      const { statusCode: status = 0 } = response
      wasAnswered = true
      isRefused = status >= 400 && status < 500
      void explainRefusal(response, HANDSHAKE_MS).then((reason) => {
        if (!this.#closed) this.#reportUnopened(reason)
        // `ws` leaves it to this listener to end the attempt.
        socket.terminate()
      })
    })
    socket.on('error', (error) => {
      // `ws` calls it an error if a socket is closed while it connects.
      if (!wasAnswered && !this.#closed) this.#reportUnopened(reasonOf(error), error)
    })
    socket.once('close', (code, reason) => {
      if (this.#heartbeat.isBeating)
        this.#context.report(
          `the live feed at ${this.#url} was closed: ${code} ${reason.toString()}`.trim(),
        )
      this.#heartbeat.stop()
      this.#openLater(isRefused)
    })
  }

  #reportUnopened(reason: string, cause?: unknown): void {
    this.#context.report(`can’t open the live feed at ${this.#url}: ${reason}`, cause)
  }

  #watchSilence(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#socket?.terminate(), SILENT_FOR_MS).unref()
  }

  #openLater(isRefused: boolean): void {
    clearTimeout(this.#silence)
    if (this.#closed) return
    const wait = this.#waitOf(this.#failures++, isRefused)
    this.#retry = setTimeout(() => this.#open(), wait).unref()
  }

  #take({ event, data }: Frame): void {
    const { user_id, session_id: sessionId } = data
    const userId = typeof user_id === 'string' ? user_id : null
    if (event === 'session.revoked' && typeof sessionId === 'string')
      this.#listener.changed({ type: 'session', sessionId, userId })
    else if (ACCESS_EVENTS.has(event)) this.#listener.changed({ type: 'access', userId })
  }
}

/** How long to wait after the failures so far: never in step with other services. */
export function retryWaitMs(failures: number, isRefused: boolean): number {
  const most = isRefused
    ? RETRY_REFUSED_MS
    : Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
  return most * (0.5 + Math.random() / 2)
}

const ACCESS_EVENTS = new Set(['session.revoked', 'user.sessions_revoked', 'permissions.updated'])

interface Frame {
  event: string
  data: Record<string, unknown>
}

function readFrame(text: string): Frame | null {
  try {
    const { event, data } = JSON.parse(text) as { event: unknown; data: unknown }
    return typeof event === 'string' && data !== null && typeof data === 'object'
      ? { event, data: data as Record<string, unknown> }
      : null
  } catch {
    return null
  }
}
