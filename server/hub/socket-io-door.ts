import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Server, type Socket } from 'socket.io'
import { WebSocketServer, type ServerOptions } from 'ws'
import type { Door } from '@/lib/http/live-caller'
import type { Admission } from '@/server/hub/admission'
import { refuseBadHandshake } from '@/server/hub/bad-handshake'
import { InboundGuard, isTooDeep, MAX_FRAME_BYTES } from '@/server/hub/inbound-guard'
import { endConnection, SocketIoSocket, webSocketOf, type EngineSocket } from '@/server/hub/socket-io-socket'

/** How long a client may take to answer the end of a connection before it is cut. */
const CLOSE_WITHIN_MS = 3000
const OPTIONS = {
  serveClient: false,
  addTrailingSlash: false,
  transports: ['polling', 'websocket'] as ('polling' | 'websocket')[],
  allowEIO3: false,
  maxHttpBufferSize: MAX_FRAME_BYTES,
  /** A few bytes can unpack to very many. */
  perMessageDeflate: false,
  httpCompression: false,
  pingInterval: 20_000,
  pingTimeout: 20_000,
  upgradeTimeout: 10_000,
  /** How long a client may take to say what it wants after it was let in. */
  connectTimeout: 10_000,
}

/** The WebSockets under Socket.IO: those that do not answer their end are cut soon. */
class ImpatientServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, closeTimeout: CLOSE_WITHIN_MS } as ServerOptions)
    this.on('wsClientError', refuseBadHandshake)
  }
}

/** What one Socket.IO server needs of whoever decides. */
interface SocketIoDoor {
  /** Whether a connection has this `sid`. */
  knows(sid: string): boolean
  /** A request of the polling transport. `admission`: of a handshake; without it the client is known by its `sid`. */
  request(req: IncomingMessage, res: ServerResponse, admission?: Admission): void
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer, admission?: Admission): void
  close(): Promise<void>
}

/** One Socket.IO server. It stands on no HTTP server: it sees only what was let in and is given to it. */
export function openSocketIoDoor(
  door: Door,
  on: { opened(socket: SocketIoSocket): void; closed(socket: SocketIoSocket): void },
): SocketIoDoor {
  const admissions = new WeakMap<IncomingMessage, Admission>()
  const callers = new WeakMap<EngineSocket, Admission['caller']>()
  const io = new Server()
  io.attach(createServer(), { ...OPTIONS, wsEngine: ImpatientServer })
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
    if (!caller) return conn.close(true)
    const shownAt = shownAtOf(socket)
    forgetRequest(socket)
    const live = new SocketIoSocket(socket, door, caller, shownAt)
    socket.once('disconnect', () => {
      on.closed(live)
      // Without a namespace there is nothing to be had here.
      conn.close()
    })
    on.opened(live)
  })
  return {
    knows: (sid) => Object.hasOwn((io.engine as unknown as { clients: object }).clients, sid),
    request: (req, res, admission) => {
      if (admission) admissions.set(req, admission)
      if (admission) res.once('close', () => !admission.claimed && admission.leave())
      io.engine.handleRequest(req, res)
    },
    upgrade: (req, socket, head, admission) => {
      if (admission) admissions.set(req, admission)
      if (admission) socket.once('close', () => !admission.claimed && admission.leave())
      io.engine.handleUpgrade(req, socket, head)
    },
    close: () => io.close(),
  }
}

/** Judges every message of a client before Socket.IO reads it. */
function guard(conn: EngineSocket): void {
  const inbound = new InboundGuard()
  let over = false
  const end = (reason: string) => {
    if (over) return
    over = true
    // A polled body may hold thousands more, already on their way to the parser.
    conn.removeAllListeners('data')
    endConnection(conn, 1008, reason)
  }
  const count = () => void (inbound.admits(performance.now()) || end('too many messages'))
  conn.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
    count()
    if (over || type !== 'message') return
    if (typeof data !== 'string') end('text only')
    else if (isTooDeep(data)) end('nested too deep')
  })
  const watchPings = () => void webSocketOf(conn)?.on('ping', count)
  watchPings()
  conn.on('upgrade', watchPings)
}

/** What the client says of its page, where it says something that is a moment. */
function shownAtOf({ handshake }: Socket): number | null {
  const { since } = handshake.query
  return typeof since === 'string' && /^\d{13}$/.test(since) ? Number(since) : null
}

/** Drops what Socket.IO keeps of the handshake: kilobytes a connection, the token of the query among them. */
function forgetRequest(socket: Socket): void {
  const kept = socket as unknown as { handshake: unknown; conn: { request: unknown } }
  kept.handshake = { auth: {}, headers: {}, query: {} }
  kept.conn.request = null
}
