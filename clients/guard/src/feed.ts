import { WebSocket } from 'ws'
import type { GuardContext } from './context.js'

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

/** Gatehouse says every 5 seconds that the feed is alive. */
const SILENT_FOR_MS = 12_000
const HANDSHAKE_MS = 5000
const MAX_FRAME_BYTES = 64 * 1024
const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 10_000

/** The service-wide live feed of Gatehouse, which reconnects until it is closed. */
export class Feed {
  readonly #url: string
  readonly #apiKey: string
  readonly #context: GuardContext
  readonly #listener: FeedListener
  #socket: WebSocket | null = null
  #silence: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #failures = 0
  #closed = false

  constructor(
    { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
    context: GuardContext,
    listener: FeedListener,
  ) {
    this.#url = `${baseUrl.replace(/^http/, 'ws')}/api/v1/ws?feed=changes`
    this.#apiKey = apiKey
    this.#context = context
    this.#listener = listener
    this.#open()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#silence)
    clearTimeout(this.#retry)
    this.#socket?.close(1000)
    // The other side may never answer the close.
    const socket = this.#socket
    setTimeout(() => socket?.terminate(), 1000).unref()
  }

  #open(): void {
    let begun = false
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
      if (!begun) this.#listener.began()
      begun = true
      this.#failures = 0
      this.#watchSilence()
      this.#listener.proven()
    })
    socket.on('error', (error) => this.#context.report(error))
    socket.once('close', () => this.#openLater())
  }

  #watchSilence(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#socket?.terminate(), SILENT_FOR_MS).unref()
  }

  /** Waits longer after each failure, and never in step with other services. */
  #openLater(): void {
    clearTimeout(this.#silence)
    if (this.#closed) return
    const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures++)
    this.#retry = setTimeout(() => this.#open(), wait * (0.5 + Math.random() / 2)).unref()
  }

  #take({ event, data }: Frame): void {
    const { user_id, session_id: sessionId } = data
    const userId = typeof user_id === 'string' ? user_id : null
    if (event === 'session.revoked' && typeof sessionId === 'string')
      this.#listener.changed({ type: 'session', sessionId, userId })
    else if (ACCESS_EVENTS.has(event)) this.#listener.changed({ type: 'access', userId })
  }
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
