import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Server, type Socket } from 'socket.io'
import type { WebSocket } from 'ws'
import type { LiveCaller, LiveEndpoint } from '@/lib/http/live-caller'
import type { Admission } from '@/server/live/admission'
import { isTooDeep, MAX_FRAME_BYTES, MessageRate } from '@/server/live/inbound-limits'
import { LimitedServer } from '@/server/live/limited-server'
import {
  type CloseCode,
  LiveSocket,
  MAX_WAITING_BYTES,
  RENEW,
  renewCredential,
} from '@/server/live/live-socket'
import { sidPrefix } from '@/server/live/relay-place'

/** The engine.io connection under a Socket.IO client. */
type EngineSocket = Socket['conn']

/** With this few packets (each shorter than 8 kB) the buffered size is not checked. */
const FEW_PACKETS = 50
const DRAIN_MS = 200

/**
 * A client answers a ping every 20 s. engine.io stops expecting answers if the transport changes
 * between a ping and its answer.
 */
const SILENT_TOO_LONG_MS = 45_000

class SocketIoSocket extends LiveSocket {
  readonly #socket: Socket
  readonly #conn: EngineSocket
  /** When the client last sent anything (monotonic). */
  #heardAt = performance.now()

  constructor(socket: Socket, endpoint: LiveEndpoint, caller: LiveCaller, shownAt: number | null) {
    super(endpoint, caller, endpoint === 'api' ? 'first-event' : 'nothing', shownAt)
    this.#socket = socket
    this.#conn = socket.conn
    this.#conn.on('packet', () => (this.#heardAt = performance.now()))
    if (endpoint === 'api')
      socket.on(RENEW, (data: unknown, answer: unknown) => {
        void renewCredential(this, data).then((result) => {
          if (typeof answer === 'function') (answer as (result: object) => void)(result)
        })
      })
  }

  override cut(): void {
    const ws = webSocketOf(this.#conn)
    if (ws) ws.terminate()
    else this.#conn.close(true)
  }

  override beat(at: number): void {
    // engine.io sends the pings.
    if (at - this.#heardAt > SILENT_TOO_LONG_MS) this.cut()
  }

  protected override write(event: string, data: object): void {
    if (isTooSlow(this.#conn)) return this.cut()
    this.#socket.emit(event, data)
  }

  /** Buffered events are sent first, if the client reads them soon. */
  protected override closeTransport(code: CloseCode, reason: string): void {
    if (waitingIn(this.#conn).length === 0) return endConnection(this.#conn, code, reason)
    const end = () => {
      clearTimeout(drainTimer)
      endConnection(this.#conn, code, reason)
    }
    const drainTimer = setTimeout(end, DRAIN_MS)
    this.#conn.once('drain', end)
  }
}

/**
 * Closes a connection with a code. Socket.IO has no close codes: over a WebSocket, the code is in
 * the close frame (the client's `disconnect` event has it in `details.context.code`). Over polling
 * there is none: a client that must stay away gets Socket.IO's `io server disconnect`, after which
 * it does not reconnect automatically; any other reconnects.
 */
function endConnection(conn: EngineSocket, code: CloseCode, reason: string): void {
  const ws = webSocketOf(conn)
  if (ws) ws.close(code, reason)
  else {
    if (code !== 1012 && code !== 1013) conn.write('1')
    conn.close()
  }
}

/** The underlying WebSocket, if the client uses one. */
function webSocketOf(conn: EngineSocket): WebSocket | null {
  const { transport } = conn as unknown as { transport: { name: string; socket?: WebSocket } }
  return transport.name === 'websocket' ? (transport.socket ?? null) : null
}

function isTooSlow(conn: EngineSocket): boolean {
  if ((webSocketOf(conn)?.bufferedAmount ?? 0) > MAX_WAITING_BYTES) return true
  const waiting = waitingIn(conn)
  if (waiting.length < FEW_PACKETS) return false
  return waiting.reduce((bytes, { data }) => bytes + (data?.length ?? 0), 0) > MAX_WAITING_BYTES
}

function waitingIn(conn: EngineSocket): readonly { data?: string }[] {
  return (conn as unknown as { writeBuffer: { data?: string }[] }).writeBuffer
}

const OPTIONS = {
  serveClient: false,
  addTrailingSlash: false,
  transports: ['polling', 'websocket'] as ('polling' | 'websocket')[],
  allowEIO3: false,
  maxHttpBufferSize: MAX_FRAME_BYTES,
  httpCompression: false,
  pingInterval: 20_000,
  pingTimeout: 20_000,
  upgradeTimeout: 10_000,
  /** How long a client may take to join a namespace after its handshake was accepted. */
  connectTimeout: 10_000,
}

/** A Socket.IO server for one endpoint. */
interface SocketIoEndpoint {
  /** Whether a connection has this `sid`. */
  knows(sid: string): boolean
  /**
   * Handles a request of the polling transport. `admission`: of a handshake; without it the client
   * is identified by its `sid`.
   */
  request(req: IncomingMessage, res: ServerResponse, admission?: Admission): void
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer, admission?: Admission): void
  close(): Promise<void>
}

/**
 * Opens a Socket.IO server. It is not attached to an HTTP server: it sees only accepted requests
 * that are handed to it.
 */
export function openSocketIoEndpoint(
  endpoint: LiveEndpoint,
  on: { opened(socket: SocketIoSocket): void; closed(socket: SocketIoSocket): void },
): SocketIoEndpoint {
  const admissions = new WeakMap<IncomingMessage, Admission>()
  const callers = new WeakMap<EngineSocket, Admission['caller']>()
  const io = new Server()
  io.attach(createServer(), { ...OPTIONS, wsEngine: LimitedServer })
  nameWorkerIn(io.engine)
  io.engine.on('connection', (conn: EngineSocket) => {
    const admission = admissions.get(conn.request)
    if (!admission) return conn.close(true)
    admission.claimed = true
    callers.set(conn, admission.caller)
    conn.once('close', () => admission.leave())
    guard(conn)
  })
  io.on('connection', (socket: Socket) => {
    const { conn } = socket
    const caller = callers.get(conn)
    // Also for a client that joins the namespace twice: one connection is one subscriber.
    if (!caller || !callers.delete(conn)) return conn.close(true)
    const shownAt = shownAtOf(socket)
    forgetRequest(socket)
    const live = new SocketIoSocket(socket, endpoint, caller, shownAt)
    socket.once('disconnect', () => {
      on.closed(live)
      // A connection without a namespace has no use here.
      conn.close()
    })
    on.opened(live)
  })
  /** Remembers a handshake that was admitted, until its response ends without a connection. */
  const admit = (req: IncomingMessage, response: ServerResponse | Duplex, admission: Admission) => {
    admissions.set(req, admission)
    response.once('close', () => !admission.claimed && admission.leave())
  }
  return {
    knows: (sid) => Object.hasOwn((io.engine as unknown as { clients: object }).clients, sid),
    request: (req, res, admission) => {
      if (admission) admit(req, res, admission)
      io.engine.handleRequest(req, res)
    },
    upgrade: (req, socket, head, admission) => {
      if (admission) admit(req, socket, admission)
      io.engine.handleUpgrade(req, socket, head)
    },
    close: () => io.close(),
  }
}

/** Lets each worker see which one opened a connection. */
function nameWorkerIn(engine: Server['engine']): void {
  const maker = engine as unknown as { generateId(req: IncomingMessage): string }
  const generateId = maker.generateId.bind(maker)
  maker.generateId = (req) => `${sidPrefix()}${generateId(req)}`
}

/** Checks every message of a client before Socket.IO parses it. */
function guard(conn: EngineSocket): void {
  const rate = new MessageRate()
  let over = false
  const end = (reason: string) => {
    if (over) return
    over = true
    // A polled body may contain thousands more that are already on their way to the parser.
    conn.removeAllListeners('data')
    endConnection(conn, 1008, reason)
  }
  conn.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
    if (!rate.admits(performance.now())) end('too many messages')
    if (over || type !== 'message') return
    if (typeof data !== 'string') end('text only')
    else if (isTooDeep(data)) end('nested too deep')
  })
}

/** The time that the client says its page was rendered, if it is valid. */
function shownAtOf({ handshake }: Socket): number | null {
  const { since } = handshake.query
  return typeof since === 'string' && /^\d{13}$/.test(since) ? Number(since) : null
}

/**
 * Drops the handshake data that Socket.IO keeps: kilobytes per connection, including the token in
 * the query.
 */
function forgetRequest(socket: Socket): void {
  const kept = socket as unknown as { handshake: unknown; conn: { request: unknown } }
  kept.handshake = { auth: {}, headers: {}, query: {} }
  kept.conn.request = null
}
