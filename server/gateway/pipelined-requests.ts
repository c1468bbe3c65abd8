import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { discardInput, isClosing, whenClosed } from '@/server/gateway/http-server'

/** How many requests of one connection are served at once. */
const AT_ONCE = 8
/** How many more may wait. */
const MAX_WAITING = 120

type Handler = (req: IncomingMessage, res: ServerResponse) => void

/** The requests of one connection. */
interface Line {
  running: number
  waiting: [IncomingMessage, ServerResponse][]
  isFull: boolean
}

/**
 * Limits how many requests of one connection a server serves at once; the next ones wait. Node
 * would start every pipelined request immediately: a single packet can start a thousand, even if
 * the client reads none of the answers. The first request beyond the limit goes to `refuse`, which
 * must end the connection. Nothing after it is read.
 */
export function answerInTurn(server: Server, serve: Handler, refuse: Handler): void {
  const lines = new WeakMap<Socket, Line>()
  const start = (line: Line, req: IncomingMessage, res: ServerResponse) => {
    line.running++
    whenClosed(res, () => {
      line.running--
      const next = line.waiting.shift()
      // After the last answer of a connection, the requests that wait are dropped.
      if (next && isOpen(req.socket)) start(line, ...next)
    })
    serve(req, res)
  }
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req
    const line = lines.get(socket) ?? { running: 0, waiting: [], isFull: false }
    lines.set(socket, line)
    if (line.isFull) return
    if (line.running < AT_ONCE) return start(line, req, res)
    if (line.waiting.length < MAX_WAITING) return void line.waiting.push([req, res])
    line.isFull = true
    refuse(req, res)
    discardInput(socket)
  })
}

function isOpen(socket: Socket): boolean {
  return socket.writable && !isClosing(socket)
}
