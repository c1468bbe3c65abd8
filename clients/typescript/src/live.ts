import type { Requests } from './request.ts'
import { renewsAt, type Session, type SessionKeeper } from './session.ts'
import { backoff } from './waiting.ts'

interface LiveEvent<T extends string> {
  v: 1
  id: string
  type: T
  user_id: string
  occurred_at: string
}

/** The events of `/api/v1/ws`. */
export interface LiveEvents {
  /** `sync` is the present state: it comes first, and again after a gap. */
  'inbox.updated': LiveEvent<'inbox.updated'> & {
    unread_count: number
    reason: 'created' | 'read' | 'deleted' | 'sync'
    item: {
      id: string
      kind: string
      title: string
      body: string
      href: string | null
      created_at: string
    } | null
  }
  /** A null `session_id` stands for every session but this one. */
  'session.revoked': LiveEvent<'session.revoked'> & { session_id: string | null }
  'permissions.updated': LiveEvent<'permissions.updated'> & { version: string }
}

export interface LiveOptions {
  on: { [E in keyof LiveEvents]?: (event: LiveEvents[E]) => void }
  /** Connected. After the first time, events may have been missed: read the state again. */
  onConnect?: () => void
  /** The session is over; the connection is not opened again. */
  onEnd?: () => void
  /** Needed where there is no global `WebSocket`, as in Node 20: the class of the package `ws`. */
  WebSocket?: new (url: string) => WebSocket
}

interface Parts {
  baseUrl: string
  requests: Requests
  keeper: SessionKeeper
}

const RENEW = 'auth.renew'
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** How often the service must answer. Its own pings are hidden from browsers. */
const PROBE_EVERY_MS = 30_000
const ANSWER_WITHIN_MS = 10_000

/**
 * Keeps a plain WebSocket open: a ticket for each handshake, a new access token before the old one
 * expires, and a new connection after a loss, or if the service falls silent. Ends with the session.
 */
export class LiveConnection {
  readonly #parts: Parts
  readonly #options: LiveOptions
  readonly #stopListening: () => void
  #socket: WebSocket | null = null
  #isOpening = false
  #failures = 0
  #reconnect: ReturnType<typeof setTimeout> | undefined
  #renewal: ReturnType<typeof setTimeout> | undefined
  #probes: ReturnType<typeof setInterval> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  constructor(parts: Parts, options: LiveOptions) {
    this.#parts = parts
    this.#options = options
    this.#stopListening = parts.keeper.listen((session) => {
      if (!session) return this.#end()
      this.#present(session)
      if (this.#socket) this.#renewInTime()
    })
    void this.#open()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#reconnect)
    this.#stopTimers()
    this.#stopListening()
    this.#socket?.close()
    this.#socket = null
  }

  async #open(): Promise<void> {
    if (this.#isOpening || this.#isClosed) return
    this.#isOpening = true
    try {
      const address = await this.#address()
      if (this.#isClosed) return
      if (address) this.#connect(address)
      else this.#end()
    } catch {
      this.#later()
    } finally {
      this.#isOpening = false
    }
  }

  /** Where to connect, with a ticket that works once. Null: the session is over. */
  async #address(): Promise<URL | null> {
    const { baseUrl, requests, keeper } = this.#parts
    if (!(await keeper.session())) return null
    try {
      const { data } = await requests.call('post')('/api/v1/ws/ticket')
      const url = new URL(`${baseUrl.replace(/\/$/, '')}/api/v1/ws`)
      url.protocol = url.protocol.replace('http', 'ws')
      url.searchParams.set('access_token', data.ticket)
      return url
    } catch (error) {
      if (await keeper.session()) throw error
      return null
    }
  }

  #connect(url: URL): void {
    const Socket = this.#options.WebSocket ?? globalThis.WebSocket
    const socket = new Socket(url.href)
    this.#socket = socket
    socket.onopen = () => {
      this.#renewInTime()
      this.#probes = setInterval(() => this.#probe(), PROBE_EVERY_MS)
      this.#options.onConnect?.()
    }
    socket.onmessage = ({ data }: { data: unknown }) => {
      if (this.#socket !== socket) return
      clearTimeout(this.#silence)
      this.#silence = undefined
      // Only now: a connection that is accepted and then closed must not be tried without a delay.
      this.#failures = 0
      this.#deliver(String(data))
    }
    // Followed by onclose, which decides.
    socket.onerror = () => undefined
    socket.onclose = () => this.#lose(socket)
  }

  #lose(socket: WebSocket): void {
    if (this.#socket !== socket) return
    this.#socket = null
    // Not awaited: on a dead network, no one acknowledges it.
    socket.close()
    this.#later()
  }

  #deliver(text: string): void {
    const { event, data } = JSON.parse(text) as { event: keyof LiveEvents; data: never }
    this.#options.on[event]?.(data)
  }

  /** Sends the access token. The service answers any token; no answer means that the connection is lost. */
  #present({ access_token }: Session): void {
    const socket = this.#socket
    if (!socket || socket.readyState !== socket.OPEN) return
    socket.send(JSON.stringify({ event: RENEW, data: { access_token } }))
    this.#silence ??= setTimeout(() => this.#lose(socket), ANSWER_WITHIN_MS)
  }

  #probe(): void {
    void this.#parts.keeper.session().then(
      (session) => session && this.#present(session),
      () => undefined,
    )
  }

  /** Renews the access token even if no request does; the new one is sent when it arrives. */
  #renewInTime(): void {
    clearTimeout(this.#renewal)
    void this.#parts.keeper.session().then(
      (session) => {
        if (!session || this.#isClosed) return
        const ms = Math.min(Math.max(0, renewsAt(session) - Date.now()), LONGEST_TIMER_MS)
        clearTimeout(this.#renewal)
        // A timer may be early by a moment, so the token is renewed whatever the clock says. If that
        // fails, the service closes the connection, and the next one starts over.
        const renew = () => this.#parts.keeper.renew(session.access_token)
        this.#renewal = setTimeout(() => void renew().catch(() => undefined), ms)
      },
      () => undefined,
    )
  }

  #stopTimers(): void {
    clearTimeout(this.#renewal)
    clearInterval(this.#probes)
    clearTimeout(this.#silence)
    this.#silence = undefined
  }

  #later(): void {
    this.#stopTimers()
    if (this.#isClosed) return
    clearTimeout(this.#reconnect)
    const wait = backoff(this.#failures++, FIRST_WAIT_MS, LONGEST_WAIT_MS)
    this.#reconnect = setTimeout(() => void this.#open(), wait)
  }

  #end(): void {
    if (this.#isClosed) return
    this.close()
    this.#options.onEnd?.()
  }
}
