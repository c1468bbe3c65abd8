import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { LiveEndpoint } from '@/lib/http/live-caller'
import {
  liveEndpointAt,
  queryOf,
  readTarget,
  withoutClientSlash,
} from '@/server/gateway/request-head'
import type { Hub } from '@/server/live/hub'
import { type RelayPlace, socketOf } from '@/server/live/relay-place'

/** Headers of one hop (RFC 9110 §7.6.1), and the one that Node answers itself. */
const OF_ONE_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'te', 'expect'])

/**
 * Passes a polling request to the worker at `socketPath`, which has only been checked for its
 * origin and form: its `sid` identifies the client. Calls `unreachable` if that worker is gone.
 */
export function relayPoll(
  socketPath: string,
  [req, res]: [IncomingMessage, ServerResponse],
  unreachable: () => void,
): void {
  const headers = Object.fromEntries(
    Object.entries(req.headers).filter(([name]) => !OF_ONE_HOP.has(name)),
  )
  // On a connection of its own, so that no response can reach another client. The other worker must
  // not close it: it may answer before `passed` ends, and ending writes to the connection.
  headers.connection = 'keep-alive'
  const options = { socketPath, method: req.method, path: req.url, headers, agent: false }
  const passed = request(options, (answer) => {
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !OF_ONE_HOP.has(name)) res.setHeader(name, value)
    res.writeHead(answer.statusCode ?? 502)
    answer.pipe(res)
  })
  passed.on('error', () => (res.headersSent ? res.destroy() : unreachable()))
  res.once('close', () => passed.destroy())
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
export function relayUpgrade(
  socketPath: string,
  { req, socket, head }: { req: IncomingMessage; socket: Duplex; head: Buffer },
  unreachable: () => void,
): void {
  const lines = Object.entries(req.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}`),
  )
  relayed.add(socket)
  const passed = connect(socketPath)
  let connected = false
  passed.once('connect', () => {
    connected = true
    passed.write(Buffer.from(`GET ${req.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
    passed.write(head)
    passed.pipe(socket, { end: false })
    socket.pipe(passed)
  })
  passed.on('error', () => connected || unreachable())
  passed.once('end', () => passed.bytesRead > 0 && socket.end())
  passed.once('close', () => {
    if (!connected) return
    // It does not know the client. A refusal here is counted.
    if (passed.bytesRead === 0 && !socket.destroyed) unreachable()
    else socket.destroy()
  })
  socket.once('close', () => {
    relayed.delete(socket)
    passed.destroy()
  })
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
    server.once('error', reject).listen(socketOf(folder, workerId), resolve)
  })
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
