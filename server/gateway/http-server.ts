import { IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { MAX_BODY_BYTES } from '@/lib/platform/size-limits'
import { StartError } from '@/server/start-up'

/** Starts listening. Throws StartError when the address is in use or not permitted. */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(`PORT ${port} on ${host} cannot be used: ${reasonOf(error)}`)),
    )
    server.listen({ host, port }, () => {
      server.removeAllListeners('error')
      resolve()
    })
  })
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'EADDRINUSE') return 'another program listens there; set PORT'
  if (error.code === 'EACCES') return 'it is not allowed here'
  return error.message
}

/** How long the rest of a small body may take to arrive after its request was answered. */
const REST_WITHIN_MS = 5000

/**
 * Lets a client read the response to a request whose body was not read because its headers alone
 * were refused. Node would destroy the socket after the response and so reset the connection of a
 * client that is still sending.
 */
export function drainUnreadBodies(server: Server): void {
  const latest = new WeakMap<Socket, IncomingMessage>()
  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket)
    // Node calls this after the last response of a connection.
    socket.destroySoon = () => {
      if (latest.get(socket)?.complete === false) closeConnection(socket, 'unread_body')
      else destroySoon()
    }
  })
  server.on('request', (req, res) => {
    if (!announcesBody(req)) return void latest.delete(req.socket)
    latest.set(req.socket, req)
    res.once('finish', () => {
      if (!req.complete) limitUnreadBody(req)
    })
  })
}

/**
 * Node discards the rest of the body of an answered request and keeps the connection open. That
 * needs a time limit too.
 */
function limitUnreadBody(req: IncomingMessage): void {
  const { socket } = req
  if (mayBeLarge(req)) return closeConnection(socket, 'unread_body')
  const timer = setTimeout(() => {
    if (!req.complete) closeConnection(socket, 'unread_body', { wait: false })
  }, REST_WITHIN_MS)
  req.once('close', () => clearTimeout(timer))
}

const ENDINGS = Symbol('what follows a response')
type Followed = ServerResponse & { [ENDINGS]?: (() => void)[] }

/**
 * Runs `work` when a response is finished or its connection is lost. All of it shares one listener:
 * Next adds six to the response of a page, and Node warns of a leak from the eleventh. A property
 * of the response costs less than a WeakMap, on every request.
 */
export function whenClosed(res: Followed, work: () => void): void {
  if (res[ENDINGS]) return void res[ENDINGS].push(work)
  res[ENDINGS] = [work]
  res.on('close', runEndings)
}

function runEndings(this: Followed): void {
  for (const work of this[ENDINGS] ?? []) work()
}

const answersOf = new WeakMap<Duplex, Set<ServerResponse>>()

/**
 * Tracks the pending responses of each connection. Call it before the server has other listeners.
 */
export function trackResponses(server: Server): ReadonlyMap<Socket, ReadonlySet<ServerResponse>> {
  const open = new Map<Socket, Set<ServerResponse>>()
  server.on('connection', (socket: Socket) => {
    const answers = new Set<ServerResponse>()
    open.set(socket, answers)
    answersOf.set(socket, answers)
    // Responses queued behind another one emit no close event of their own when the connection
    // ends.
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', (req, res) => {
    const answers = open.get(req.socket)
    answers?.add(res)
    whenClosed(res, () => void answers?.delete(res))
  })
  return open
}

/** Whether an earlier request on this connection has not been fully answered. */
export function hasPendingResponse(socket: Duplex): boolean {
  return (answersOf.get(socket)?.size ?? 0) > 0
}

/**
 * Whether a refusal written to the connection would be the response to what is arriving on it.
 * False while the response to an earlier request is pending, or if its own has started.
 */
export function mayWriteRefusal(socket: Duplex): boolean {
  return [...(answersOf.get(socket) ?? [])].every((res) => !res.req.complete && !res.headersSent)
}

/** How long the peer may take to close its side after we closed ours. */
const WITHIN_MS = 5000
/** How many bytes from the peer are read and discarded during that time. */
const MAX_DISCARDED_BYTES = 16_000_000
/**
 * How many closing connections may wait for their peer at once. Any others are destroyed as soon as
 * their last bytes are written.
 */
const MAX_WAITING = 1000

/** Why a connection is closed before its peer has finished sending. */
export type CloseReason = 'upgrade' | 'connect' | 'malformed' | 'timeout' | 'unread_body'

const closing = new WeakSet<Duplex>()
const waiting = new Set<Duplex>()
const closed = new Map<CloseReason, number>()

/**
 * Closes a connection whose peer may still be sending (RFC 9112 §9.6): writes the last bytes,
 * closes our side, and discards incoming data until the peer closes too, for at most 5 seconds or
 * 16 MB. Destroying the socket immediately would reset the connection, and the peer could lose the
 * response. Nothing that arrives from now on is parsed.
 */
export function closeConnection(
  socket: Duplex,
  reason: CloseReason,
  last: { bytes?: string; wait?: boolean } = {},
): void {
  if (closing.has(socket)) return
  closing.add(socket)
  closed.set(reason, (closed.get(reason) ?? 0) + 1)
  const destroy = () => void socket.destroy()
  socket.on('error', destroy)
  if (!socket.writable) return destroy()
  const timer = setTimeout(destroy, WITHIN_MS)
  socket.once('close', () => {
    clearTimeout(timer)
    waiting.delete(socket)
  })
  const waits = last.wait !== false && waiting.size < MAX_WAITING
  if (waits) waiting.add(socket)
  discard(socket, destroy)
  socket.end(last.bytes ?? '', waits ? undefined : destroy)
}

/** Whether a connection is being closed and must not be answered again. */
export function isClosing(socket: Duplex): boolean {
  return closing.has(socket)
}

/**
 * For the metrics: the connections closed so far by reason, and how many are waiting for their
 * peer.
 */
export function closedConnections(): {
  byReason: ReadonlyMap<CloseReason, number>
  waiting: number
} {
  return { byReason: closed, waiting: waiting.size }
}

/**
 * Reads and discards whatever else the client sends, up to a limit, while answers to what it sent
 * before are still written.
 */
export function discardInput(socket: Socket): void {
  discard(socket, () => socket.destroy())
}

function discard(socket: Duplex, stop: () => void): void {
  let discarded = 0
  const count = (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > MAX_DISCARDED_BYTES) stop()
  }
  // Node's HTTP parser reads directly from the handle. It hands over to a listener only if it is
  // already reading.
  socket.once('resume', () => socket.removeAllListeners('data').on('data', count))
  socket.pause().resume()
}

export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || announcedLength(headers) > 0
}

/**
 * Whether a body may exceed the limit that every address accepts. Such a body is read only if its
 * sender is allowed to send it.
 */
export function mayBeLarge({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || announcedLength(headers) > MAX_BODY_BYTES
}

export function announcedLength(headers: IncomingMessage['headers']): number {
  return Number(headers['content-length'] ?? 0)
}

/**
 * The requests whose sender offers to switch protocols (Connection: Upgrade) or opens a tunnel
 * (CONNECT).
 */
const offers = new WeakSet<IncomingMessage>()

/**
 * A request that counts as an upgrade only if this server may accept it: a WebSocket handshake.
 * Node reads the `upgrade` property of each request and would otherwise take every request with an
 * Upgrade header out of HTTP. An offer of another protocol (h2c) is ignored and the request served
 * over HTTP/1.1 (RFC 9110 §7.8).
 */
export class UpgradableRequest extends IncomingMessage {
  get upgrade(): boolean {
    return offers.has(this) && (this.method === 'CONNECT' || isWebSocketHandshake(this))
  }

  set upgrade(offered: boolean | null) {
    if (offered) offers.add(this)
  }
}

/** Whether a request offered a protocol switch that was ignored. */
export function ignoresUpgrade(req: IncomingMessage): boolean {
  return offers.has(req) && !(req as UpgradableRequest).upgrade
}

/**
 * RFC 6455 §4.2.1. A request with a body doesn't count: its bytes would be read as the new
 * protocol.
 */
function isWebSocketHandshake(req: IncomingMessage): boolean {
  const { method, httpVersion, headers } = req
  if (method !== 'GET' || httpVersion !== '1.1' || headers.upgrade?.toLowerCase() !== 'websocket')
    return false
  return !announcesBody(req)
}
