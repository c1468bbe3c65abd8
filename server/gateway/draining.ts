import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { trackResponses, whenClosed } from '@/server/gateway/http-server'

/** How long running requests may take to finish after a stop that accepts no new connections. */
const FINISH_WITHIN_MS = 8000
/** Less after a grace period, during which requests could already finish. */
const FINISH_AFTER_GRACE_MS = 6000
/** How long the rest of a stop may take: the database, the bus, and the last jobs. */
const REST_MS = 1500
const SWEEP_EVERY_MS = 50
/** How long a client may take to close its side of a connection that we closed. */
const PEER_WITHIN_MS = 500

export interface StopOptions {
  /** How long connections are still accepted, while /readyz answers 503. */
  graceMs: number
  /** A connection without traffic for this long counts as idle. */
  quietMs: number
}

/** After this many milliseconds a stop ends whatever still runs. */
export function stopWithinMs(graceMs: number): number {
  return cutAfterMs(graceMs) + REST_MS
}

function cutAfterMs(graceMs: number): number {
  return Math.max(FINISH_WITHIN_MS, graceMs + FINISH_AFTER_GRACE_MS)
}

interface Drain {
  /** Running responses announce that their connection ends. Resolves after the grace period. */
  begin(options: StopOptions): Promise<void>
  /** Accepts no more connections, and resolves when the last one ended. */
  finish(options: StopOptions): Promise<void>
}

/**
 * Makes a server stop without resetting a request. Call it before the server has other listeners.
 * Node's own `close` ends idle connections at once, and so resets the requests that are on their
 * way on those. Here each connection ends with a response that announces it, or after it was quiet.
 */
export function drainable(server: Server): Drain {
  const open = trackResponses(server)
  const upgraded = new WeakSet<Socket>()
  /** How many bytes had been read when the last response on a connection was complete. */
  const answeredAt = new WeakMap<Socket, number>()
  server.on('request', (req, res) =>
    whenClosed(res, () => void answeredAt.set(req.socket, req.socket.bytesRead)),
  )
  server.on('upgrade', (_req, socket: Socket) => upgraded.add(socket))
  /** A request that began to arrive is awaited: its response will end the connection. */
  const isBetweenRequests = (socket: Socket) =>
    open.get(socket)?.size === 0 && socket.bytesRead === (answeredAt.get(socket) ?? 0)
  let beganAt = 0
  return {
    begin: async ({ graceMs }) => {
      beganAt = performance.now()
      for (const answers of open.values())
        for (const res of answers) if (!res.headersSent) res.setHeader('Connection', 'close')
      if (graceMs > 0) await sleep(graceMs)
    },
    finish: async ({ graceMs, quietMs }) => {
      const closed = new Promise<void>((done) =>
        NetServer.prototype.close.call(server, () => done()),
      )
      const quiet = quietWatch()
      const sweep = setInterval(() => {
        for (const socket of open.keys())
          if (!upgraded.has(socket) && quiet(socket) >= quietMs && isBetweenRequests(socket))
            endGently(socket)
      }, SWEEP_EVERY_MS)
      const left = cutAfterMs(graceMs) - (performance.now() - beganAt)
      // Node's closeAllConnections leaves out those that switched protocols.
      const cut = setTimeout(() => {
        for (const socket of open.keys()) socket.destroy()
      }, left)
      await closed
      clearInterval(sweep)
      clearTimeout(cut)
      // Ends Node's timer that checks for slow requests.
      server.close()
    },
  }
}

/** Returns for how many milliseconds nothing has been seen to arrive on a connection. */
function quietWatch(): (socket: Socket) => number {
  const seen = new WeakMap<Socket, { bytes: number; at: number }>()
  return (socket) => {
    const at = performance.now()
    const last = seen.get(socket)
    if (last?.bytes === socket.bytesRead) return at - last.at
    seen.set(socket, { bytes: socket.bytesRead, at })
    return 0
  }
}

function endGently(socket: Socket): void {
  if (socket.writableEnded) return
  socket.end()
  const timer = setTimeout(() => socket.destroy(), PEER_WITHIN_MS)
  socket.once('close', () => clearTimeout(timer))
}
