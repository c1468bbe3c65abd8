import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { LiveEndpoint } from '@/lib/http/live-caller'
import {
  liveEndpointAt,
  queryOf,
  readTarget,
  withoutClientSlash,
} from '@/server/gateway/request-head'
import type { Hub } from '@/server/live/hub'
import { type RelayPlace, socketOf } from '@/server/live/relay-place'

/** Hop-by-hop headers (RFC 9110 §7.6.1), and `expect`, which Node has already answered. */
const OF_ONE_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'te', 'expect'])

/** How many connections may wait until a busy worker accepts them; the system may allow fewer. */
const BACKLOG = 4096
const BUSY_MS = 200

/**
 * Connects to another worker. Retries while that worker's queue of connections is full, until
 * `isGone`. Rejects if the worker is gone.
 */
async function connectTo(socketPath: string, isGone: () => boolean): Promise<Socket> {
  for (;;) {
    const socket = connect(socketPath)
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || isGone()) throw error
      await setTimeout(BUSY_MS)
    }
  }
}

/**
 * Passes a polling request to the worker at `socketPath`, which has only been checked for its
 * origin and form: its `sid` identifies the client. Calls `unreachable` if that worker is gone.
 */
export async function relayPoll(
  socketPath: string,
  [req, res]: [IncomingMessage, ServerResponse],
  unreachable: () => void,
): Promise<void> {
  // A connection of its own, so that no response can reach another client.
  const socket = await connectTo(socketPath, () => res.destroyed).catch(() => null)
  if (res.destroyed) return void socket?.destroy()
  if (!socket) return unreachable()
  // `passed` listens only until the answer has ended.
  socket.on('error', () => socket.destroy())
  const headers = Object.fromEntries(
    Object.entries(req.headers).filter(([name]) => !OF_ONE_HOP.has(name)),
  )
  // The other worker must not close the connection: it may answer before `passed` ends, and ending
  // writes to it.
  headers.connection = 'keep-alive'
  const options = { method: req.method, path: req.url, headers, createConnection: () => socket }
  const passed = request(options, (answer) => {
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !OF_ONE_HOP.has(name)) res.setHeader(name, value)
    res.writeHead(answer.statusCode ?? 502)
    // Also ends `res` if the other worker goes away in the middle of its answer.
    pipeline(answer, res, () => {})
  })
  passed.on('error', () => (res.headersSent ? res.destroy() : unreachable()))
  res.once('close', () => socket.destroy())
  // Node sends the body of a GET without its framing, as if it were the next request.
  if (req.method === 'POST') req.pipe(passed)
  else passed.end()
}

/** Sockets of clients whose WebSocket is at another worker. */
const relayed = new Set<Duplex>()

/** Ends the WebSockets that are passed on, when this worker stops. Their clients connect again. */
export function endRelayed(): void {
  for (const socket of relayed) socket.end(() => socket.destroy())
}

/** The same for a switch to WebSocket. Also calls `unreachable` if that worker refuses it. */
export async function relayUpgrade(
  socketPath: string,
  { req, socket, head }: { req: IncomingMessage; socket: Duplex; head: Buffer },
  unreachable: () => void,
): Promise<void> {
  relayed.add(socket)
  socket.once('close', () => relayed.delete(socket))
  const passed = await connectTo(socketPath, () => !socket.writable).catch(() => null)
  if (!socket.writable) return void passed?.destroy()
  if (!passed) return unreachable()
  const lines = Object.entries(req.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}`),
  )
  passed.write(Buffer.from(`GET ${req.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
  passed.write(head)
  passed.pipe(socket, { end: false })
  socket.pipe(passed)
  passed.on('error', () => passed.destroy())
  passed.once('end', () => passed.bytesRead > 0 && socket.end())
  passed.once('close', () => {
    // It does not know the client. A refusal here is counted.
    if (passed.bytesRead === 0 && !socket.destroyed) unreachable()
    else socket.destroy()
  })
  socket.once('close', () => passed.destroy())
}

/** Accepts what other workers pass on. Returns a function that stops it. */
export async function openRelay({ workerId, folder }: RelayPlace, hub: Hub): Promise<() => void> {
  const server = createServer()
  const known = (req: IncomingMessage): LiveEndpoint | null => {
    const target = readTarget(withoutClientSlash(req.url ?? ''))
    const endpoint = target.kind === 'path' ? liveEndpointAt(target.path) : null
    return endpoint && hub.knows(endpoint, queryOf(req).get('sid') ?? '') ? endpoint : null
  }
  server.on('request', (req, res) => {
    const endpoint = known(req)
    if (endpoint) hub.poll(endpoint, req, res)
    else req.socket.destroy()
  })
  server.on('upgrade', (req, socket, head) => {
    socket.on('error', () => socket.destroy())
    const endpoint = known(req)
    if (endpoint) hub.upgrade(endpoint, req, socket, head)
    else socket.destroy()
  })
  await new Promise<void>((resolve, reject) => {
    const path = socketOf(folder, workerId)
    server.once('error', reject).listen({ path, backlog: BACKLOG }, resolve)
  })
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
