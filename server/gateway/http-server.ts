import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { announcesBody, mayBeLarge } from '@/server/gateway/request-body'
import { StartError } from '@/server/start-up'

/** How long requests that have begun may take to end once the service stops. */
const DRAIN_MS = 8000

/** Listens. Throws StartError when the address is taken or not allowed. */
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

/**
 * Follows the answers of a server, so that it can be stopped in order. Call it before the server
 * has other listeners. The function it gives stops listening, lets requests that have begun end,
 * and closes every connection as soon as it is idle.
 */
export function stoppable(server: Server): () => Promise<void> {
  const open = followAnswers(server)
  return async () => {
    const closed = new Promise<void>((done) => server.close(() => done()))
    for (const answers of open.values())
      for (const res of answers) if (!res.headersSent) res.setHeader('Connection', 'close')
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    await closed
    clearInterval(sweep)
    clearTimeout(cut)
  }
}

/** How long the rest of a small body may take to arrive once its request has been answered. */
const REST_WITHIN_MS = 5000

/**
 * Lets a client read the answer to a request whose body was not read: one that was refused by its
 * headers alone. Node would destroy the socket behind the answer and thereby reset the connection
 * under a client that is still sending.
 */
export function drainUnreadBodies(server: Server): void {
  const latest = new WeakMap<Socket, IncomingMessage>()
  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket)
    // Node calls this behind the last answer of a connection.
    socket.destroySoon = () => {
      if (latest.get(socket)?.complete === false) closeConnection(socket, 'unread_body')
      else destroySoon()
    }
  })
  server.on('request', (req, res) => {
    if (!announcesBody(req)) return void latest.delete(req.socket)
    latest.set(req.socket, req)
    res.once('finish', () => {
      if (!req.complete) awaitRest(req)
    })
  })
}

/**
 * Node discards what is left of a body when its request has been answered, and keeps the
 * connection: that needs an end too.
 */
function awaitRest(req: IncomingMessage): void {
  const { socket } = req
  if (mayBeLarge(req)) return closeConnection(socket, 'unread_body')
  const timer = setTimeout(() => {
    if (!req.complete) closeConnection(socket, 'unread_body', { wait: false })
  }, REST_WITHIN_MS)
  req.once('close', () => clearTimeout(timer))
}

const answersOf = new WeakMap<Duplex, Set<ServerResponse>>()

/**
 * Follows which answers each connection of a server still owes. Call it before the server has other
 * listeners.
 */
function followAnswers(server: Server): ReadonlyMap<Socket, ReadonlySet<ServerResponse>> {
  const open = new Map<Socket, Set<ServerResponse>>()
  server.on('connection', (socket: Socket) => {
    const answers = new Set<ServerResponse>()
    open.set(socket, answers)
    answersOf.set(socket, answers)
    // Answers that still wait behind another one when their connection ends are never closed
    // themselves.
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', (req, res) => {
    const answers = open.get(req.socket)
    answers?.add(res)
    res.on('close', () => answers?.delete(res))
  })
  return open
}

/** Whether an earlier request on this connection has not been answered to the end. */
export function owesAnswer(socket: Duplex): boolean {
  return (answersOf.get(socket)?.size ?? 0) > 0
}

/** Whether an answer has begun and not ended: whatever else is written would become part of it. */
export function isMidAnswer(socket: Duplex): boolean {
  return [...(answersOf.get(socket) ?? [])].some((answer) => answer.headersSent)
}

/** How long the peer may take to close its side once ours is closed. */
const WITHIN_MS = 5000
/** How much of what the peer still sends is read and thrown away in that time. */
const MAX_DISCARDED_BYTES = 16_000_000
/**
 * How many connections may wait for their peer at once. Further ones are destroyed as soon as their
 * last bytes are written.
 */
const MAX_WAITING = 1000

/** Why a connection is closed before its peer is done. */
export type CloseReason = 'upgrade' | 'connect' | 'malformed' | 'timeout' | 'unread_body'

const closing = new WeakSet<Duplex>()
const waiting = new Set<Duplex>()
const closed = new Map<CloseReason, number>()

/**
 * Closes a connection whose peer may still be sending (RFC 9112 §9.6): writes the last bytes,
 * closes our side, and reads and discards what arrives until the peer closes its side too, for 5
 * seconds or 16 MB at most. Destroying the socket right away would reset the connection, and the
 * peer could lose the answer. Nothing that arrives from now on is parsed.
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

/** Whether nothing more is to be answered on a connection. */
export function isClosing(socket: Duplex): boolean {
  return closing.has(socket)
}

/**
 * What the metrics tell: connections closed so far by reason, and how many wait for their peer now.
 */
export function closedConnections(): {
  byReason: ReadonlyMap<CloseReason, number>
  waiting: number
} {
  return { byReason: closed, waiting: waiting.size }
}

function discard(socket: Duplex, stop: () => void): void {
  let discarded = 0
  const count = (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > MAX_DISCARDED_BYTES) stop()
  }
  // Node's HTTP parser takes bytes right from the handle. It gives them up to a listener, but must
  // be reading by then.
  socket.once('resume', () => socket.removeAllListeners('data').on('data', count))
  socket.pause().resume()
}
