import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

const answersOf = new WeakMap<Duplex, Set<ServerResponse>>()

/** Follows which answers each connection of a server still owes. Call it before the server has other listeners. */
export function followAnswers(server: Server): ReadonlyMap<Socket, ReadonlySet<ServerResponse>> {
  const open = new Map<Socket, Set<ServerResponse>>()
  server.on('connection', (socket: Socket) => {
    const answers = new Set<ServerResponse>()
    open.set(socket, answers)
    answersOf.set(socket, answers)
    // Answers that still wait behind another one when their connection ends are never closed themselves.
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
