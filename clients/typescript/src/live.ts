import { GatehouseError } from './errors.ts'
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
  /** Null `session_id`: many sessions ended, or all but this one. Read the list again. */
  'session.revoked': LiveEvent<'session.revoked'> & { session_id: string | null }
  'permissions.updated': LiveEvent<'permissions.updated'> & { version: string }
}

export interface LiveOptions {
  on: { [E in keyof LiveEvents]?: ((event: LiveEvents[E]) => void) | undefined }
  /** Connected. After the first time, events may have been missed: read the state again. */
  onConnect?: (() => void) | undefined
  /**
   * The session is over, or the connection cannot be opened: `refusal` then says why. It is
   * `not_signed_in` if there was no session. The connection is not opened again.
   */
  onEnd?: ((refusal?: GatehouseError) => void) | undefined
  /** Needed where there is no global `WebSocket`, as in Node 20: the class of the package `ws`. */
  WebSocket?: (new (url: string) => LiveSocket) | undefined
}

/** What the client needs of a `WebSocket`: browsers, Node, React Native, and `ws` have it. */
export interface LiveSocket {
  readonly readyState: number
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  send(text: string): void
  close(): void
}

/** The `WebSocket` of Node and of `ws` can send headers; that of a browser can't. */
type NodeSocket = new (url: string, options: { headers: Record<string, string> }) => LiveSocket

interface Parts {
  baseUrl: string
  apiKey?: string | undefined
  requests: Requests
  keeper: SessionKeeper
}

const RENEW = 'auth.renew'
/** The `readyState` of an open WebSocket. */
const OPEN = 1
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** How often the service must answer. Its own pings are hidden from browsers. */
const PROBE_EVERY_MS = 30_000
const ANSWER_WITHIN_MS = 10_000

/**
 * Keeps a plain WebSocket open: a ticket for each handshake, a new access token before the old one
 * expires, and a new connection after a loss, or if the service falls silent. Ends with the
 * session.
 */
export class LiveConnection {
  readonly #parts: Parts
  readonly #options: LiveOptions
  readonly #Socket: new (url: string) => LiveSocket
  readonly #stopListening: () => void
  #socket: LiveSocket | null = null
  /** The session that the connection is opened for; null before, and when it was replaced. */
  #sessionId: string | null = null
  #hasBegun = false
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
    const Socket: LiveOptions['WebSocket'] = options.WebSocket ?? globalThis.WebSocket
    if (!Socket) throw new TypeError('There is no WebSocket here: pass one, such as that of `ws`.')
    this.#Socket = Socket
    this.#stopListening = parts.keeper.listen((session) => {
      if (!session) return this.#end()
      if (this.#sessionId !== null && session.session_id !== this.#sessionId) return this.#restart()
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
      if (!address) this.#end()
      else if (!this.#parts.apiKey && this.#sessionId === null) this.#later()
      else this.#connect(address)
    } catch (error) {
      if (isFinal(error, this.#parts)) this.#end(error)
      else this.#later()
    } finally {
      this.#isOpening = false
    }
  }

  /**
   * Where to connect, with a ticket that works once unless there is a key. Null: the session is
   * over.
   */
  async #address(): Promise<string | null> {
    const { baseUrl, apiKey, requests, keeper } = this.#parts
    // A text, because the `URL` of React Native cannot be changed.
    const address = `${baseUrl.replace(/^http/i, 'ws').replace(/\/$/, '')}/api/v1/ws`
    if (apiKey) {
      // Asked first, because a `WebSocket` doesn't say why its handshake was refused.
      await requests.call('get')('/api/v1/auth/permissions')
      return address
    }
    const session = await keeper.session()
    if (!session) {
      if (this.#hasBegun) return null
      throw new GatehouseError('not_signed_in', 'A live connection needs a session or an apiKey.')
    }
    this.#hasBegun = true
    this.#sessionId = session.session_id
    try {
      const { data } = await requests.call('post')('/api/v1/ws/ticket')
      return `${address}?access_token=${encodeURIComponent(data.ticket)}`
    } catch (error) {
      if (await keeper.session()) throw error
      return null
    }
  }

  #connect(url: string): void {
    const socket = this.#newSocket(url)
    this.#socket = socket
    // A handshake may never be answered either.
    this.#silence = setTimeout(() => this.#lose(socket), ANSWER_WITHIN_MS)
    socket.onopen = () => {
      if (this.#socket !== socket) return
      clearTimeout(this.#silence)
      this.#silence = undefined
      // A key's connection may stay silent, and a request with the key was accepted just before.
      if (this.#parts.apiKey) this.#failures = 0
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
      this.#deliver(String(data), socket)
    }
    // Followed by onclose, which decides.
    socket.onerror = () => undefined
    socket.onclose = () => this.#lose(socket)
  }

  #newSocket(url: string): LiveSocket {
    const { apiKey } = this.#parts
    if (!apiKey) return new this.#Socket(url)
    const headers = { authorization: `Bearer ${apiKey}` }
    return new (this.#Socket as NodeSocket)(url, { headers })
  }

  /** Another session has replaced this one: what belongs to one user must not reach another. */
  #restart(): void {
    this.#sessionId = null
    const socket = this.#socket
    // Without one, a connection is being opened, which starts over, or will be with the new
    // session.
    if (!socket) return
    this.#socket = null
    this.#stopTimers()
    socket.close()
    void this.#open()
  }

  #lose(socket: LiveSocket): void {
    if (this.#socket !== socket) return
    this.#socket = null
    // Not awaited: on a dead network, no one acknowledges it.
    socket.close()
    this.#later()
  }

  #deliver(text: string, socket: LiveSocket): void {
    const { event, data } = JSON.parse(text) as { event: string; data: never }
    this.#options.on[event as keyof LiveEvents]?.(data)
    if (event === RENEW && isRefusal(data)) this.#lose(socket)
  }

  /**
   * Sends the access token. The service answers any token; no answer means that the connection is
   * lost.
   */
  #present({ access_token }: Session): void {
    const socket = this.#socket
    if (!socket || socket.readyState !== OPEN) return
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
        // A timer may be early by a moment, so the token is renewed whatever the clock says. If
        // that fails, the service closes the connection, and the next one starts over.
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

  #end(refusal?: GatehouseError): void {
    if (this.#isClosed) return
    this.close()
    this.#options.onEnd?.(refusal)
  }
}

/** Whether the token was refused. The connection outlives a database that is away for a moment. */
function isRefusal(answer: { ok?: unknown; code?: unknown } | null): boolean {
  return answer?.ok === false && answer.code !== 'unavailable'
}

/** Answers to which the same request may get another one later. */
const PASSING = [408, 425, 429]

/**
 * Whether the service, not a proxy on the way to it, refuses the connection whenever it is asked.
 */
function isFinal(error: unknown, { apiKey }: Parts): error is GatehouseError {
  if (!(error instanceof GatehouseError)) return false
  if (error.code === 'not_signed_in') return true
  // A session's token is left to the refresh; nothing renews a key.
  if (!error.problem || (error.status === 401 && !apiKey)) return false
  return error.status >= 400 && error.status < 500 && !PASSING.includes(error.status)
}
